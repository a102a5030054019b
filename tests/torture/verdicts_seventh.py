"""Business, sport, medicine, law and technology: a cold-store group, a marathon, a migraine trial, a courier ruling, a battery plant, e-bike sales, a founder. Written by one who had not
seen the rules nor the other reports; docs/internals/verdict.md has what the program found at first sight."""

PAGES = {
    'nordvik': ('Nordvik Cold Logistics: Annual report 2023', '2024-03-14', '''
<h1>Nordvik Cold Logistics – Annual report 2023</h1>
<p>Revenue of Nordvik Cold Logistics rose by 8.4 per cent to €642.5 million in the 2023 financial year (2022: €592.7 million).
Operating profit fell from €51.3 million to €46.9 million, chiefly because electricity for the cold stores cost €19 million more
than a year earlier. Net debt stood at €210 million on 31 December 2023.</p>
<p>At the end of the year the group ran 38 cold stores in six countries: 14 in Norway, nine in Sweden, six in Denmark, five in
Finland, three in Estonia and one in Latvia. Two sites, in Malmö and Tartu, opened during the year; the store in Drammen was closed
in September. Together the stores offer 412,000 pallet places, of which on average 87 per cent were occupied.</p>
<p>Ingrid Solbakken took over as chief executive on 1 May 2023 from Per-Olof Lindqvist, who had led the company for eleven years and
now chairs the supervisory board. The finance director, Matti Rauhala, will leave in June 2024; a successor has not yet been named.</p>
<p>For 2024 the board expects revenue of between €660 million and €690 million. The group aims to halve the power used per pallet
place by 2030 compared with 2019; by the end of 2023 it had cut it by 22 per cent. The board proposes a dividend of €0.85 per share,
five cents less than the year before.</p>'''),

    'marathon': ('Tesfaye wins a wet Porto Claro Marathon', '2024-04-22', '''
<h1>Tesfaye wins a wet Porto Claro Marathon</h1>
<p>Selam Tesfaye of Ethiopia won the women's race at the 31st Porto Claro Marathon on Sunday in 2:21:47, finishing 38 seconds ahead
of Kenya's Mercy Jelagat (2:22:25). Ana Beltrão came third in 2:25:10, the best result by a Portuguese runner at the event since 2009.</p>
<p>The men's race went to Joel Kiprono of Kenya, who broke away at kilometre 34 and crossed the line in 2:07:52. Last year's winner,
the Moroccan Hicham Larbi, dropped out at kilometre 27 with a calf injury. Kiprono missed the course record of 2:06:40, set by Larbi
in 2022, by 72 seconds.</p>
<p>Of the 14,200 runners who had registered, 12,486 started and 11,903 reached the finish, the organisers said. Rain and gusts of up
to 55 km/h along the harbour slowed the field. The winners each receive €40,000; the bonus of €25,000 for a course record was not paid.</p>
<p>"I did not look at the clock after the bridge, I only looked at Mercy's shoes," Tesfaye said. Her coach, Dawit Alemu, said that she
would run the Berlin race in September only if she recovered quickly. Race director Luís Marçal said the course would be moved away
from the harbour in 2025 "if the city agrees".</p>'''),

    'telmarin': ('Telmarin for the prevention of chronic migraine: a randomised trial', '2023-11-08', '''
<h1>Telmarin for the prevention of chronic migraine: a randomised, placebo-controlled trial</h1>
<p>In this double-blind trial, 846 adults with chronic migraine at 41 hospitals in Spain, Poland and Canada were randomly assigned in
a 2:1 ratio to telmarin 60 mg once daily (n = 564) or placebo (n = 282) for 12 weeks. Patients were recruited between March 2020 and
October 2021. The median age was 42 years, and 81 per cent were women.</p>
<p>Over the 12 weeks, mean monthly migraine days fell from 17.8 to 11.2 in the telmarin group and from 17.6 to 14.1 with placebo, a
difference between the groups of 3.1 days (95 per cent confidence interval 2.3 to 3.9). A halving of migraine days or better was
reached by 39 per cent of patients on telmarin and 21 per cent on placebo.</p>
<p>The most frequent adverse events under telmarin were nausea (12 per cent, against 5 per cent with placebo) and constipation
(9 against 4 per cent). Serious adverse events occurred in eleven patients on telmarin and six on placebo; none was judged to be
related to the drug. In the telmarin group 34 patients stopped treatment early because of side effects.</p>
<p>The study did not include people over 65 or pregnant women, and its duration does not allow statements about long-term safety. The
trial was funded by Orvane Pharma, the manufacturer; the lead author, Dr Katarzyna Wilk of Gdańsk, has received fees for lectures from
the company. The authors suspect that the effect is partly due to better sleep, but sleep was not measured.</p>'''),

    'ruling': ('Court: platform must pay couriers for waiting time', '2024-01-30', '''
<h1>Court: platform must pay couriers for waiting time</h1>
<p>The Regional Labour Court in Lindhaven ruled on Tuesday that the delivery platform Foodstride must pay its couriers for the time
they spend waiting for orders. The court thereby overturned a decision of the lower court of March 2022, which had dismissed the claim.
The judgment was reached by four votes to one.</p>
<p>The suit had been brought by 27 couriers with the support of the union Transit Workers United. The couriers are to receive a total of
£318,600 in back pay for the period from June 2019 to December 2021, an average of £11,800 each. The union had asked for £450,000.
Claims from before June 2019 are time-barred, the court found.</p>
<p>Presiding judge Harriet Osei said that a courier who has to remain in a zone fixed by the app "is not resting but on call". The
dissenting judge, Colin Brandt, held that the couriers were free to turn down orders and to log off at any time. Foodstride's lawyer,
Miriam Faulks, announced an appeal to the Supreme Court, which must be lodged within six weeks.</p>
<p>Foodstride employs around 3,900 couriers in the country, about a third of them in the capital. The company warned that delivery fees
could rise by up to 15 per cent. The judgment does not apply to self-employed drivers, whose status is the subject of a separate case
to be heard in the autumn.</p>'''),

    'voltara': ('Voltara starts making sodium-ion cells at Eastmere', '2024-05-16', '''
<h1>Voltara starts making sodium-ion cells at Eastmere</h1>
<p>Voltara began production of sodium-ion cells at its Eastmere plant on 6 May 2024, seven months later than planned. The first line can
make 1.2 gigawatt-hours of cells a year; a second of the same size is due to follow in the third quarter of 2025. The plant cost
$480 million, of which the state of Ohio contributed $65 million.</p>
<p>The new NX-2 cell stores 160 watt-hours per kilogram, compared with 140 for its predecessor, the NX-1, and about 190 for the company's
lithium iron phosphate cells. According to Voltara it keeps 80 per cent of its capacity after 4,500 charging cycles and works at
temperatures down to minus 30 degrees Celsius. Independent tests have so far been published only for the NX-1.</p>
<p>The cells are to cost $58 per kilowatt-hour at first and less than $45 by 2027, chief technology officer Renee Okafor said. Because
sodium cells contain neither lithium nor cobalt, they are less exposed to swings in the prices of raw materials. Analyst Tomasz Grel of
Brightwater Research considers the price target "ambitious, but not absurd".</p>
<p>The first customer is the bus maker Carrow, which has ordered cells for 650 city buses; deliveries to the storage company Gridnest
begin in 2025. The plant employs 420 people, 130 of whom came from the Dunmore car parts factory that closed in 2022.</p>'''),

    'ebikes': ('E-bike sales in five countries, 2021 to 2023', '2024-02-27', '''
<h1>E-bike sales in five countries, 2021 to 2023</h1>
<p>The figures of the European Cycle Trade Federation cover sales by shops and online dealers to private buyers. In 2023, 1,108,000
e-bikes were sold in the five countries taken together, 2.7 per cent fewer than in 2022.</p>
<table><tr><th>Country</th><th>Sold 2021</th><th>Sold 2022</th><th>Sold 2023</th><th>Average price 2023 (€)</th></tr>
<tr><td>Austria</td><td>205,000</td><td>221,000</td><td>208,000</td><td>3,410</td></tr>
<tr><td>Belgium</td><td>268,000</td><td>309,000</td><td>331,000</td><td>3,150</td></tr>
<tr><td>Czechia</td><td>104,000</td><td>96,000</td><td>82,000</td><td>2,480</td></tr>
<tr><td>Netherlands</td><td>522,000</td><td>486,000</td><td>453,000</td><td>2,960</td></tr>
<tr><td>Portugal</td><td>21,000</td><td>27,000</td><td>34,000</td><td>2,050</td></tr></table>
<p>The federation attributes the growth in Belgium to the higher kilometre allowance for commuters, in force since January 2023, and the
decline in Czechia to the end of the purchase grant in the middle of 2022.</p>
<p>Bikes leased through employers are not counted. Lotte Verhaegen, the federation's statistician, puts their number at 190,000 in Belgium
and the Netherlands together.</p>'''),

    'sonalto': ('"I will not be rushed": Beatriz Amaral of Sonalto', '2024-06-05', '''
<h1>"I will not be rushed": an interview with Beatriz Amaral of Sonalto</h1>
<p>Beatriz Amaral, 47, founded the hearing-aid maker Sonalto in Coimbra in 2011 together with the acoustician Jonas Wirth. Wirth left in
2017 and sold his shares to the investment fund Keel Partners, which now holds 28 per cent. Amaral herself owns 52 per cent; the rest
belongs to the staff.</p>
<p>What went wrong in 2020? "We had built 30,000 devices and sold 11,000. The shops were closed. The bank wanted us to dismiss a quarter of
the staff, which was 160 people then. We cut everybody's hours by 20 per cent instead, mine included, and nobody was dismissed. Today we
are 240."</p>
<p>Will you go public? "Not before 2027, and perhaps never. My brother Rui, who runs our finances, would like to. I am against it."</p>
<p>What comes next? "The Aria 3 comes out in October. It weighs 2.1 grams instead of the 2.6 of the Aria 2 and runs for 30 hours on one
charge. We sell in 19 countries today; half of our turnover comes from France and Italy. In Japan we failed, because we underestimated the
approval process."</p>'''),
}

T = 'true'
SENTENCES = [
    ('## Nordvik Cold Logistics', None, None, 'heading'),
    ('Nordvik Cold Logistics took in just under €643 million in 2023, roughly €50 million more than in the preceding year.', 'nordvik', 'rose by 8.4 per cent', T),
    ('Operating profit at Nordvik improved over the same period, from €46.9 million to €51.3 million.', 'nordvik', 'Operating profit fell from', 'comparison turned round', 'contradicted', True),
    ('The operating result shrank by €4.4 million, a decline that the report puts down mainly to dearer electricity.', 'nordvik', 'chiefly because electricity', T),
    ('Revenue had amounted to €642.5 million in the 2022 financial year.', 'nordvik', 'in the 2023 financial year', 'wrong year', 'contradicted', True),
    ('Norway and Sweden together account for 23 of the 38 cold stores.', 'nordvik', '14 in Norway', T),
    ('On average, about 13 per cent of the pallet places stood empty.', 'nordvik', '412,000 pallet places', T),
    ('Per-Olof Lindqvist succeeded Ingrid Solbakken at the head of the company in May 2023.', 'nordvik', 'took over as chief executive', 'swapped roles', 'contradicted', False),
    ('Before Ingrid Solbakken, the company had been run for more than a decade by Per-Olof Lindqvist, who is now chairman of the supervisory board.', 'nordvik', 'now chairs the supervisory board', T),
    ('Finance director Matti Rauhala is leaving in June 2024 on account of the drop in profit.', 'nordvik', 'will leave in June 2024', 'invented cause', 'unsupported', False),
    ('Compared with 2019, Nordvik has already halved the power it uses per pallet place.', 'nordvik', 'aims to halve the power', 'target told as fact', 'contradicted', 'gap'),
    ('Revenue in 2024 is forecast to lie between €660 million and €720 million.', 'nordvik', 'For 2024 the board expects', "range's end", 'contradicted', True),
    ("Under the board's proposal, shareholders are to receive 85 cents per share, after 90 cents for the previous year.", 'nordvik', 'proposes a dividend', T),

    ('## The Porto Claro Marathon', None, None, 'heading'),
    ("The women's race was decided by 38 seconds, with the Kenyan Mercy Jelagat as runner-up to Selam Tesfaye.", 'marathon', '38 seconds ahead', T),
    ('Joel Kiprono pulled clear because the defending champion Hicham Larbi had been forced out of the race.', 'marathon', 'broke away at kilometre 34', 'invented cause', 'unsupported', False),
    ('Hicham Larbi gave up at kilometre 34 with an injured calf.', 'marathon', 'with a calf injury', 'two facts merged', 'contradicted', True),
    ("Kiprono's winning time was a little over a minute slower than the course record that Larbi had set two years before.", 'marathon', 'missed the course record', T),
    ('A total of 583 starters failed to reach the finish.', 'marathon', '12,486 started and 11,903', T),
    ('Of those who set off, 1,714 runners did not make it to the finish line.', 'marathon', 'reached the finish', 'derived number wrong', 'contradicted', 'gap'),
    ('The winners take home $40,000 each.', 'marathon', 'The winners each receive', 'currency', 'contradicted', True),
    ('Between them, the two winners are paid €80,000 in prize money, but no bonus for a record.', 'marathon', 'for a course record was not paid', T),
    ('"I did not look at the road after the bridge, I only looked at Mercy\'s shoes," Tesfaye said afterwards.', 'marathon', 'I did not look at the clock', 'quotation altered', 'contradicted', False),
    ('Selam Tesfaye will run in Berlin in September, according to Dawit Alemu.', 'marathon', 'would run the Berlin race', 'condition dropped', 'unsupported', False),
    ("Luís Marçal, Tesfaye's coach, held out the prospect of a course away from the harbour in 2025.", 'marathon', 'the course would be moved', 'wrong role', 'contradicted', True),

    ('## Telmarin against migraine', None, None, 'heading'),
    ('Two thirds of the 846 participants were given telmarin, the others a placebo.', 'telmarin', '2:1 ratio', T),
    ('The daily dose of telmarin was 60 micrograms.', 'telmarin', '60 mg once daily', 'unit', 'contradicted', True),
    ('Roughly four out of five patients were women.', 'telmarin', '81 per cent were women', T),
    ('Under telmarin the number of migraine days per month dropped by 6.6, under placebo by 3.5.', 'telmarin', 'fell from 17.8 to 11.2', T),
    ('Patients on telmarin went from 17.8 migraine days a month to 14.1.', 'telmarin', 'mean monthly migraine days', 'two facts merged', 'contradicted', True),
    ('Most patients on telmarin saw the number of their migraine days cut at least in half.', 'telmarin', 'A halving of migraine days', 'quantifier', 'contradicted', True),
    ('Constipation affected 9 per cent of those on the drug, more than twice the share seen in the placebo group.', 'telmarin', '(9 against 4 per cent)', T),
    ('Telmarin was found to have caused serious adverse events in eleven patients.', 'telmarin', 'Serious adverse events occurred', 'negated', 'contradicted', False),
    ('About 6 per cent of the telmarin group broke off the treatment on account of side effects.', 'telmarin', '34 patients stopped treatment early', T),
    ('The trial demonstrates that telmarin is also safe over the long term.', 'telmarin', 'statements about long-term safety', 'over-generalised', 'contradicted', False),
    ('Better sleep, the authors established, accounts for part of the effect.', 'telmarin', 'partly due to better sleep', 'hedge dropped', 'contradicted', False),
    ('Dr Katarzyna Wilk, the first author, had been paid for talks by the maker of the drug.', 'telmarin', 'fees for lectures', T),

    ('## Waiting time of couriers', None, None, 'heading'),
    ('Time that couriers spend waiting for orders has to be paid by Foodstride, the Regional Labour Court in Lindhaven decided.', 'ruling', 'must pay its couriers', T),
    ('In doing so, the Regional Labour Court upheld the decision of the lower court of March 2022.', 'ruling', 'a decision of the lower court', 'negated', 'contradicted', False),
    ('Only one of the five judges voted against.', 'ruling', 'four votes to one', T),
    ('The union Transit Workers United is awarded £318,600 in back pay.', 'ruling', 'in back pay for the period', 'swapped roles', 'contradicted', False),
    ('For each of the 27 couriers the back pay comes to £18,100 on average.', 'ruling', 'an average of £11,800', 'changed number', 'contradicted', True),
    ('The sum awarded falls £131,400 short of what the union had demanded.', 'ruling', 'The union had asked for', T),
    ('Claims from before June 2019 failed since the couriers had kept no records of their waiting time.', 'ruling', 'are time-barred', 'invented cause', 'contradicted', False),
    ('Judge Harriet Osei argued that couriers were at liberty to refuse orders and to log off whenever they liked.', 'ruling', 'free to turn down orders', 'attribution to the wrong person', 'contradicted', True),
    ('Colin Brandt, who did not agree with the majority, pointed out that couriers could decline orders.', 'ruling', 'dissenting judge, Colin Brandt', T),
    ('Some 3,900 couriers ride for Foodstride in the capital.', 'ruling', 'around 3,900 couriers', 'the whole told as a part', 'contradicted', True),
    ("Around 1,300 of Foodstride's couriers work in the capital.", 'ruling', 'about a third of them', T),
    ('Delivery fees have gone up by 15 per cent since the ruling.', 'ruling', 'The company warned that', 'hedge dropped', 'unsupported', False),

    ('## Sodium-ion cells from Eastmere', None, None, 'heading'),
    ('Production at Eastmere got under way seven months ahead of schedule.', 'voltara', 'seven months later than planned', 'comparison turned round', 'contradicted', False),
    ('According to the original plan, Voltara would have begun making cells at Eastmere in the autumn of 2023.', 'voltara', 'began production of sodium-ion cells', T),
    ('Once the second line is running, annual capacity is to reach 2.4 gigawatt-hours.', 'voltara', 'a second of the same size', T),
    ("Per kilogram, the NX-2 stores more energy than the company's lithium iron phosphate cells.", 'voltara', 'about 190 for the company', 'comparison turned round', 'contradicted', True),
    ('Weight for weight, the NX-2 holds about 14 per cent more energy than the NX-1.', 'voltara', 'stores 160 watt-hours per kilogram', T),
    ('Independent tests have confirmed that the NX-2 withstands 4,500 charging cycles.', 'voltara', 'Independent tests have so far', "maker's claim told as proven", 'contradicted', False),
    ('Sodium cells do without lithium and cobalt and therefore depend less on fluctuating raw-material prices.', 'voltara', 'neither lithium nor cobalt', T),
    ('Gridnest was the first customer, with an order of cells for 650 city buses.', 'voltara', 'cells for 650 city buses', 'name changed', 'contradicted', True),
    ('Almost a third of the workforce previously worked at a car parts factory at Dunmore that shut down in 2022.', 'voltara', 'The plant employs 420 people', T),

    ('## E-bike sales', None, None, 'heading'),
    ('The Netherlands remained the largest of the five markets in 2023, with 453,000 e-bikes sold.', 'ebikes', '453,000', T),
    ('Belgian buyers bought 309,000 e-bikes in 2023.', 'ebikes', '331,000', 'table cell of the wrong column', 'contradicted', True),
    ('In Austria an e-bike cost €3,150 on average in 2023.', 'ebikes', '3,410', 'table cell of the wrong row', 'contradicted', True),
    ('Nowhere among the five countries were e-bikes cheaper in 2023 than in Portugal, where the average price was €2,050.', 'ebikes', '2,050', T),
    ('Sales fell in all five countries between 2022 and 2023.', 'ebikes', '2.7 per cent fewer', 'quantifier', 'contradicted', 'gap'),
    ('Compared with 2022, only Belgium and Portugal recorded growth in 2023.', 'ebikes', '34,000', T),
    ('Czechia sold 22,000 fewer e-bikes in 2023 than in the year before.', 'ebikes', '82,000', 'derived number wrong', 'contradicted', True),
    ('According to the federation, Belgium raised its kilometre allowance because e-bike sales had grown.', 'ebikes', 'attributes the growth in Belgium', 'cause turned round', 'contradicted', False),

    ('## Sonalto', None, None, 'heading'),
    ('A fifth of Sonalto belongs to its employees.', 'sonalto', 'Amaral herself owns', T),
    ('Co-founder Jonas Wirth sold his shares after the crisis of 2020.', 'sonalto', 'sold his shares', 'order of events', 'contradicted', True),
    ('In 2020 the company was left sitting on some 19,000 hearing aids.', 'sonalto', 'We had built 30,000 devices', T),
    ('Beatriz Amaral would like to see Sonalto on the stock exchange, whereas her brother Rui opposes it.', 'sonalto', 'who runs our finances', 'swapped roles', 'contradicted', False),
    ('The Aria 3 will be half a gram lighter than the Aria 2.', 'sonalto', 'It weighs 2.1 grams', T),
    ("France alone brings in half of Sonalto's turnover.", 'sonalto', 'half of our turnover', 'a part told as the whole', 'contradicted', 'gap'),

    ('## What is uncertain', None, None, 'heading'),
    ('The sources do not say how telmarin compares with other preventive drugs.', None, None, 'remark'),
    ('It remains open whether the Supreme Court will confirm the ruling on waiting time.', None, None, 'remark'),
    ('No independent figures on the NX-2 could be found.', None, None, 'remark'),
]

OPENING = [
    ('Nordvik made a smaller operating profit in 2023 than in 2022 although its revenue grew.', 'nordvik', 'rose by 8.4 per cent'),
    ('A court in Lindhaven obliged Foodstride to pay couriers for waiting.', 'ruling', 'must pay its couriers'),
]
