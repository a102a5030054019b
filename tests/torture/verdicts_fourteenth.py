"""A law on letting to tourists, a space probe, a pension scheme, a spreadsheet's limits, a chemist's life, an election, an eruption and a trial in
schools. Written by one who had not seen the rules; pages, report and labels were fixed before the program was run on them. The last column says
whether a figure, a date or a name alone proves the error; 'gap': code does not point at it."""

PAGES = {
    'letting': ('Short-term letting in Varnholt: what the law allows', '2024-04-03', '''
<h1>Short-term letting in Varnholt: what the law allows</h1>
<p>The Short-term Letting Act of the city state of Varnholt was passed on 24 February 2022 by 63 votes to 41, with six abstentions, and came into
force on 1 July 2022. It replaced an ordinance of 2015. Its purpose is to protect housing: according to the housing office, some 7,400 flats were
being let to tourists all year round in 2021.</p>
<h2>The rules</h2>
<ul><li>Whoever lets out their main home needs a registration number. It is free of charge and valid for three years.</li>
<li>A main home may be let for no more than 90 nights a year. Single rooms may be let without limit, provided they make up less than half of the
floor area.</li>
<li>A second home may be let only with a permit, which costs €225 and must be renewed every year.</li>
<li>The registration number must appear in every advertisement, online or in print.</li></ul>
<h2>Exceptions</h2>
<p>The Act does not apply to hotels and licensed guest houses, to student residences or to stays of more than two months. On the island of Hemm, where
there are no hotels, main homes may be let for 120 nights a year. People who have to leave the city for work or study may let their whole home for up to
twelve months, but must inform the housing office at least 14 days in advance.</p>
<h2>Fines</h2>
<table><tr><th>Offence</th><th>First time (€)</th><th>Repeated (€)</th></tr>
<tr><td>No registration number</td><td>500</td><td>5,000</td></tr>
<tr><td>Too many nights</td><td>2,500</td><td>25,000</td></tr>
<tr><td>Second home without permit</td><td>10,000</td><td>100,000</td></tr>
<tr><td>Advertisement without number</td><td>250</td><td>1,500</td></tr></table>
<p>In 2023 the housing office opened 1,860 proceedings and imposed fines of €3.1 million in all; by the end of the year €1.9 million had been paid.
The highest single fine, €86,000, hit the owner of eleven flats in the Brook Quarter.</p>
<h2>Platforms</h2>
<p>Platforms have to hand over their data every quarter. Of the three large ones, Roomly and Citynest comply; Stayloft went to court. The
Administrative Court found for the city on 8 November 2023. Stayloft has appealed, and the Supreme Court is expected to rule in 2025.</p>
<h2>Does it work?</h2>
<p>The housing office estimates that 2,600 flats have returned to the housing market since the Act came into force. Bernd Quast of the landlords'
association reckons with no more than 1,000. The minister for housing, Julia Sander, says the law "works, but slowly". An amendment that would cut
the 90 nights to 60 was tabled in January 2024; it has not yet been put to the vote.</p>'''),

    'kestrel': ('Kestrel: sample return from the asteroid Ruska', '2024-09-17', '''
<h1>Kestrel: sample return from the asteroid Ruska</h1>
<p>Kestrel is a probe of the Pan-Pacific Space Agency. It weighed 1,240 kilograms at launch, 510 of which were fuel. Two attempts to launch it, on 7 and
9 October 2018, had to be called off because of high winds. The mission costs $690 million: $410 million for the probe, $120 million for the launch
and $160 million for operations.</p>
<h2>Timeline</h2>
<ul><li>11 October 2018: launch on a Vantor 5 rocket from Cape Salinas</li>
<li>3 March 2020: fly-by of the Earth at a height of 2,900 kilometres</li>
<li>19 August 2022: arrival at Ruska</li>
<li>6 February 2023: first attempt at sampling, broken off 14 metres above the ground</li>
<li>27 February 2023: second attempt, sample taken</li>
<li>30 April 2024: departure from Ruska</li>
<li>14 December 2026 (planned): landing of the capsule in the Simpson Desert</li></ul>
<h2>Instruments</h2>
<table><tr><th>Instrument</th><th>Purpose</th><th>Mass (kg)</th><th>Head of team</th></tr>
<tr><td>CAMO</td><td>Camera</td><td>11.4</td><td>Ana Reyes</td></tr>
<tr><td>SPEX</td><td>Infrared spectrometer</td><td>17.8</td><td>Tom Whaanga</td></tr>
<tr><td>LARA</td><td>Laser altimeter</td><td>7.3</td><td>Keiko Mori</td></tr>
<tr><td>GRIP</td><td>Sampling arm</td><td>29.0</td><td>Piet Vanden</td></tr></table>
<h2>Results</h2>
<p>Ruska is 640 metres long and 410 metres wide and turns on its axis once every 5.2 hours. Its low density of 1.3 grams per cubic centimetre suggests
that it is a heap of rubble, perhaps 40 per cent of which is empty space. SPEX found minerals containing water at nine of the twelve sites it examined,
but no ice. The sample is estimated at 85 grams, give or take 20; the mission had called for at least 60. "We came for a spoonful and got a cup," said
the chief scientist, Harriet Stowe.</p>
<h2>Problems</h2>
<p>One of the four reaction wheels failed in May 2021; Kestrel has been steered with the other three ever since. On 2 July 2023 a software error
interrupted radio contact for 31 hours. No data were lost.</p>
<h2>Outlook</h2>
<p>Once it has dropped the capsule, Kestrel could fly on to the asteroid Tolu and reach it in 2031. The $48 million needed for this have been applied for;
a decision is due in 2025. A third of the sample is to be kept sealed for future generations; the rest will be shared among laboratories in eleven
countries.</p>'''),

    'pension': ('Northmoor Staff Pension Scheme: guide for members', '2024-07-01', '''
<h1>Northmoor Staff Pension Scheme: guide for members</h1>
<p>The scheme has 48,200 members: 21,500 who are paying in, 15,300 who draw a pension and 11,400 who have left their employer but not yet retired. On 31
March 2024 it held assets of £3.2 billion, enough to cover 96 per cent of its liabilities (2021: 89 per cent).</p>
<h2>What you pay</h2>
<table><tr><th>Salary</th><th>Member's rate (%)</th><th>Employer's rate (%)</th></tr>
<tr><td>up to £18,000</td><td>5.0</td><td>16.5</td></tr>
<tr><td>£18,001 to £35,000</td><td>6.5</td><td>16.5</td></tr>
<tr><td>£35,001 to £60,000</td><td>8.2</td><td>18.0</td></tr>
<tr><td>above £60,000</td><td>10.4</td><td>18.0</td></tr></table>
<p>The rate applies to the whole of your salary. The trustees are considering lowering the lowest rate to 4.5 per cent from 2026; nothing has been
decided.</p>
<h2>What you get</h2>
<p>For every year of membership you build up a yearly pension of one 75th of what you earned in that year. For service before 1 April 2014 it was one
60th of your final salary. Pensions are raised each April in line with consumer prices, but by no more than 5 per cent: in April 2024, when prices
had gone up by 6.7 per cent, members received the full 5. The normal pension age is 66; it will be 67 from 2028. You can retire from the age of 55,
but your pension is then reduced by 4 per cent for each year that is missing. If you work longer, it grows by 5 per cent for each extra year.</p>
<p>You can exchange part of your pension for a lump sum, at a rate of £12 for each pound of yearly pension that you give up. If you die in service,
three times your yearly salary is paid out, and your spouse or partner gets half of your pension. Children are paid a pension until they turn 18, or
23 if they are still in education.</p>
<h2>If you leave</h2>
<p>With less than two years of membership you can have your own contributions refunded, less tax; those of your employer stay in the scheme. You can move
your pension to another provider until one year before the normal pension age. If it is worth more than £30,000, you must take independent advice
first.</p>
<h2>How it is run</h2>
<p>The nine trustees are led by an independent chair, Dame Ruth Ellery; four are appointed by the employers and four elected by the members. Of the
assets, 52 per cent are in shares, 31 per cent in bonds, 12 per cent in property and 5 per cent in cash. They returned 7.4 per cent in 2023/24, against
a target of 6 per cent. Administration cost £38 per member, down from £41. Tobacco and coal have been excluded since 2019; by 2045 the trustees want
the investments to be climate-neutral.</p>'''),

    'gridline': ('Gridline documentation: limits and quotas', '2025-02-03', '''
<h1>Gridline documentation: limits and quotas</h1>
<p>The following limits apply to Gridline Cloud as of version 11.2. Gridline Server, which you host yourself, has only one of them: the number of rows per
sheet is limited to 1,000,000 there, too.</p>
<table><tr><th>Limit</th><th>Free</th><th>Team</th><th>Enterprise</th></tr>
<tr><td>Rows per sheet</td><td>20,000</td><td>250,000</td><td>1,000,000</td></tr>
<tr><td>Sheets per workbook</td><td>10</td><td>100</td><td>500</td></tr>
<tr><td>Attachments per workbook (GB)</td><td>1</td><td>25</td><td>200</td></tr>
<tr><td>API calls per minute</td><td>30</td><td>300</td><td>1,200</td></tr>
<tr><td>Version history (days)</td><td>7</td><td>180</td><td>730</td></tr>
<tr><td>Simultaneous editors</td><td>5</td><td>50</td><td>200</td></tr></table>
<h2>What happens at the limit</h2>
<p>Empty rows count if they are formatted. Owners receive an e-mail when 90 per cent of the rows are used up. At 100 per cent new rows are refused, but
existing data can still be read and edited. If you exceed the number of API calls, the server answers with code 429 and blocks the key for 60 seconds; a
key that is blocked more than ten times within an hour is suspended for 24 hours.</p>
<h2>Other limits in all plans</h2>
<ul><li>A cell holds up to 50,000 characters.</li>
<li>A formula may have 8,192 characters and 64 levels of nesting.</li>
<li>Files of up to 100 MB can be imported from the formats xlsx, ods and csv. Macros are not imported.</li>
<li>On phones, sheets of more than 500,000 rows can be read but not edited.</li></ul>
<h2>Changes</h2>
<p>Version 11.2, released on 14 January 2025, raised the number of rows in the Team plan from 100,000 to 250,000 and cut the version history in the Free
plan from 30 days to 7. The limits of the Enterprise plan stayed as they were. Two million rows per sheet are being tried out with 40 Enterprise
customers; there is no date for a general release. "Limits are a promise, not a punishment," our head of product, Priya Nair, wrote in the blog.</p>
<h2>Prices and service</h2>
<p>The Team plan costs $12 per user and month, or $10 if paid for a year in advance; schools get it free of charge. Enterprise starts at $28. We guarantee
an availability of 99.5 per cent for Team and 99.9 per cent for Enterprise. Support replies within two working days (Team) or four hours (Enterprise);
users of the Free plan are referred to the forum. Data are stored in Ohio; since November 2024 Enterprise customers have been able to choose Frankfurt
or Singapore instead. All data are encrypted on disk. End-to-end encryption is not offered.</p>'''),

    'brandvik': ('Adela Brandvik (1868-1941): a life in colour', '2021-03-08', '''
<h1>Adela Brandvik (1868-1941): a life in colour</h1>
<p>The chemist Adela Brandvik was born in Lervik on 9 February 1868, the third of five children of a pharmacist. She left the girls' school in 1884 and
taught at a village school for five years. As women were not admitted at home, she went to Zurich in 1889, where she took her doctorate in 1895 with a
thesis on compounds of copper, supervised by Emil Rother. Only one woman had done so in chemistry there before her: Vera Lasko, in 1891.</p>
<h2>Brandvik green</h2>
<p>From 1896 to 1903 she worked for the paint makers Holm and Sons in Malmby. There, in 1901, she hit upon a green made of the oxides of cobalt and zinc,
heated to 1,100 °C; unlike the greens in use until then it contained no arsenic. The patent of 1902, however, was made out to the owner, Gustav Holm.
Brandvik received a bonus of 500 kroner. By 1914 Holm had sold 340 tonnes of the pigment. She sued him in 1905 for 45,000 kroner; four years later the
court awarded her 18,000. "I mixed colours; others mixed up the facts," she wrote to Lasko in 1910.</p>
<p>Whether the invention was hers alone is disputed. The laboratory books suggest that the foreman, Nils Ask, had a part in the firing process. Her
biographer Karin Lund calls his share "considerable"; the historian Otto Reiss thinks it negligible.</p>
<h2>Professor in Torsund</h2>
<p>In 1911 the technical college of Torsund appointed her professor, the first woman in the country to hold a chair. She taught there until 1933 and
supervised 14 doctoral students, five of them women. She published three books, of which "Colours of the Earth" (1919) was translated into six languages.
She was proposed for the Nobel Prize in 1913 and in 1921, but never received it. The Royal Medal of Merit, which she was offered in 1925, she
turned down; an honorary doctorate from Zurich she accepted in 1930.</p>
<h2>Family and memory</h2>
<p>In 1904 Brandvik married the botanist Henrik Sand, with whom she had two daughters; he died of influenza in 1918. She herself died in Torsund on 22
November 1941. Her library of 2,300 volumes went to her native town, which named a street after her in 1968. Since 1994 a crater on Venus has borne
her name. Most of her letters were lost in a fire in 1952.</p>'''),

    'tarsa': ('Tarsa: result of the general election of 19 May 2024', '2024-05-24', '''
<h1>Tarsa: result of the general election of 19 May 2024</h1>
<p>Of the 610,000 people entitled to vote, 417,240 went to the polls, a turnout of 68.4 per cent (2020: 73.1 per cent); 4,640 ballot papers were invalid.
The table shows the final result.</p>
<table><tr><th>Party</th><th>Votes 2024 (%)</th><th>Votes 2020 (%)</th><th>Seats 2024</th><th>Seats 2020</th></tr>
<tr><td>Democratic Union</td><td>34.6</td><td>29.8</td><td>31</td><td>26</td></tr>
<tr><td>Labour Party</td><td>27.9</td><td>33.5</td><td>25</td><td>30</td></tr>
<tr><td>Green Alliance</td><td>13.2</td><td>9.1</td><td>11</td><td>8</td></tr>
<tr><td>National Front</td><td>11.5</td><td>14.0</td><td>10</td><td>12</td></tr>
<tr><td>Island List</td><td>5.8</td><td>4.9</td><td>4</td><td>4</td></tr>
<tr><td>Others</td><td>7.0</td><td>8.7</td><td>0</td><td>1</td></tr></table>
<p>A majority needs 41 of the 81 seats. Marta Elling, leader of the Democratic Union, would like to govern with the Green Alliance. The leader of the
Greens, Ivo Brandt, said he would talk "to everyone except the Front". Talks are to begin on 3 June; the president, Lea Holm, has to entrust somebody with
forming a government by 21 June. Prime minister Stefan Korda resigned as chair of the Labour Party in the night of the election. He stays in office
until a successor has been sworn in.</p>
<p>Parties need 5 per cent of the votes to enter parliament; parties of the outer islands are exempt from this. Women won 33 seats, five more than in 2020.
The youngest member is Jana Wirth of the Green Alliance, who is 22, the oldest Ossian Berg of the Island List at 79. Of the twelve ministers who stood,
five lost their seats.</p>
<p>In the capital, Port Tarsa, the Green Alliance came first with 24.8 per cent, just ahead of the Democratic Union with 24.1. On Skell, where only eleven
votes separated the candidates, a recount on Thursday confirmed the victory of the Labour candidate, Runa Falk. The 26 observers led by Ann Fraser found
the election "calm and well run", but criticised queues of up to three hours in Norhaven.</p>
<p>The polling institute Medior had put the Democratic Union at 37 per cent and Labour at 26 in its last survey. On the same day, 54.2 per cent of voters
rejected lowering the voting age from 18 to 16.</p>'''),

    'orrin': ('The eruption of Mount Orrin in 2021: a chronology', '2022-03-11', '''
<h1>The eruption of Mount Orrin in 2021: a chronology</h1>
<p>Mount Orrin on the island of Lanua erupted from 4 September to 27 November 2021, for 84 days. It was the first since that of 1949, which had lasted
47 days. The summit, 2,316 metres high until then, lost 44 metres.</p>
<h2>Before</h2>
<p>From 11 August onwards the instruments recorded up to 380 tremors a day; the ground rose by 14 centimetres. On 29 August Teresa Quintal, director of the
observatory, raised the alert from yellow to orange. It was not until two hours before the outbreak that red was declared. Rui Machado, the mayor of Vale
Seco, had had the old and the sick taken to safety two days earlier, without waiting for the order.</p>
<h2>Damage</h2>
<table><tr><th>Municipality</th><th>Inhabitants</th><th>Evacuated</th><th>Houses destroyed</th></tr>
<tr><td>Vale Seco</td><td>4,200</td><td>4,200</td><td>612</td></tr>
<tr><td>Ponta Rasa</td><td>6,900</td><td>2,300</td><td>148</td></tr>
<tr><td>Lomba</td><td>3,100</td><td>850</td><td>37</td></tr>
<tr><td>Santa Iria</td><td>9,800</td><td>0</td><td>0</td></tr></table>
<p>The lava covered 9.4 square kilometres, in places to a depth of 30 metres. On 16 September it reached the sea, where it created 38 hectares of new land. The
cloud of ash rose to 8.5 kilometres. The airport was closed for 19 days in all. Nobody was killed by the lava. Two men died on 9 October when a roof gave
way under the ash; a third was found dead in his house, and it is unclear of what he died.</p>
<p>The damage is put at €540 million, of which insurers will cover €95 million. The government has pledged €220 million; by the end of February 2022 it had
paid out €130 million. Of the 3,600 hectares of banana plantations, 1,100 were lost.</p>
<h2>After</h2>
<p>The volcanologist Paul Ferrand believes that the magma chamber could fill again within 30 to 50 years. Quintal says that such forecasts "are worth little
more than the paper". A commission of inquiry criticised the late alarm; it found no fault with the instruments, but with the chain of command, in which
five offices had to agree. A new plan, which takes effect on 1 June 2022, leaves the decision to the observatory alone and provides for sirens in all
four municipalities. The road between Vale Seco and Lomba remains closed; it is hoped that it can be reopened in the autumn.</p>'''),

    'hedeby': ('Later start to the school day: results of the Hedeby trial', '2023-11-06', '''
<h1>Later start to the school day: results of the Hedeby trial</h1>
<p>In the school year 2021/22, 24 secondary schools in the county of Hedeby took part in a trial. Lots were drawn: twelve schools began at 8.50 instead of
8.00, twelve kept to 8.00. In all 5,316 pupils aged 13 to 17 took part, 2,704 in the late group and 2,612 in the control group. They wore a sensor on the
wrist for two weeks in autumn and two weeks in spring. One school of the late group gave up in January because of the bus timetable; its data were
left out.</p>
<table><tr><th>Outcome</th><th>Late group</th><th>Control group</th></tr>
<tr><td>Sleep on school nights (hours:minutes)</td><td>7:38</td><td>7:04</td></tr>
<tr><td>Pupils late for the first lesson (%)</td><td>3.1</td><td>6.4</td></tr>
<tr><td>Days of absence per pupil</td><td>7.9</td><td>8.8</td></tr>
<tr><td>Mean mark in mathematics (0 to 20)</td><td>11.6</td><td>11.4</td></tr>
<tr><td>Depression score (0 to 27)</td><td>6.2</td><td>7.5</td></tr></table>
<p>All differences were statistically significant except that in mathematics. Girls slept 41 minutes longer than girls in the control group, boys 27 minutes
longer than boys. The gain was greatest among those aged 17 (45 minutes) and smallest among those aged 13 (19 minutes). Pupils of the late group went to
bed only six minutes later. "Fifty minutes of school time bought thirty-four of sleep," says the lead author, Ingrid Solheim.</p>
<p>Her co-author Farid Nasser points out that the pupils filled in the questionnaire on depression themselves, and that nothing can be concluded about
primary schools. Why girls gained more is not known; the authors surmise that they had slept too little more often beforehand. An earlier study, in Arnborg
in 2014, had found a gain of 20 minutes, but its schools had not been chosen by lot.</p>
<p>Among parents, support for the later start rose from 48 to 61 per cent in the course of the year; among teachers it slipped from 46 to 44 per cent. Nine of
31 sports clubs complained that training times had become shorter. Additional buses cost 1.2 million kroner. The trial was paid for by the Research Council;
the bed maker Dormea supplied the sensors but, according to the authors, had no say in the evaluation. The county council will decide in spring 2024
whether all schools are to start later. The neighbouring county of Vestby is planning a trial of its own with eight schools.</p>'''),
}

T = 'true'
SENTENCES = [
    ('## Letting to tourists in Varnholt', None, None, 'heading'),
    ('The Act took effect a little more than four months after parliament had passed it.', 'letting', 'was passed on 24 February 2022', T),
    ('Parliament adopted the law by 63 votes to 47.', 'letting', 'by 63 votes to', 'changed number', 'contradicted', 'gap'),
    ('In 2015 the Short-term Letting Act was replaced by an ordinance.', 'letting', 'It replaced an ordinance', 'swapped roles', 'contradicted', False),
    ('Those who let their main home do not have to pay anything for the registration number.', 'letting', 'It is free of charge', T),
    ('A registration number costs €225 and has to be renewed every year.', 'letting', 'must be renewed every year', 'two facts merged', 'contradicted', 'gap'),
    ('Rooms that take up less than half of the floor area may be let out on any number of nights.', 'letting', 'Single rooms may be let', T),
    ('Anyone in Varnholt may let their main home for 120 nights a year.', 'letting', 'On the island of Hemm', 'over-generalised', 'contradicted', 'gap'),
    ('Whoever goes away to study may let the whole home for up to a year, provided the housing office is told at least two weeks beforehand.', 'letting', 'at least 14 days in advance', T),
    ('For a second home let without a permit, the fine for the first offence is €100,000.', 'letting', 'Second home without permit', 'table cell of the wrong column', 'contradicted', True),
    ('For three of the four offences, the fine for repeating them is ten times as high as the first.', 'letting', 'Advertisement without number', T),
    ('Of the fines imposed in 2023, €1.2 million had not been paid by the end of the year.', 'letting', 'had been paid', T),
    ('All of the large platforms hand over their data as required.', 'letting', 'Platforms have to hand over', 'quantifier', 'contradicted', False),
    ('On 8 November 2023 the Administrative Court decided in favour of Stayloft.', 'letting', 'found for the city', 'swapped roles', 'contradicted', False),
    ('In the view of Bernd Quast, 2,600 flats have gone back to the housing market.', 'letting', 'reckons with no more than', 'wrong attribution', 'contradicted', 'gap'),
    ('Since January 2024 a main home may be let for no more than 60 nights.', 'letting', 'An amendment that would cut', 'target told as fact', 'contradicted', False),

    ('## The probe Kestrel', None, None, 'heading'),
    ('Fuel made up about 41 per cent of the weight of Kestrel when it was launched.', 'kestrel', 'It weighed 1,240 kilograms', T),
    ('Kestrel got off the ground only at the third attempt.', 'kestrel', 'had to be called off', T),
    ('Technical faults forced the agency to call off two attempts to launch the probe.', 'kestrel', 'had to be called off', 'invented cause', 'contradicted', False),
    ('The probe itself accounts for more than half of the cost of the mission.', 'kestrel', 'The mission costs $690 million', T),
    ('The launch of Kestrel cost $160 million.', 'kestrel', 'The mission costs $690 million', 'swapped figures', 'contradicted', True),
    ('Kestrel passed the Earth in March 2021.', 'kestrel', 'fly-by of the Earth', 'wrong year', 'contradicted', True),
    ('Three weeks lay between the first attempt at taking a sample and the second.', 'kestrel', 'first attempt at sampling', T),
    ('On 6 February 2023 the probe took its sample from Ruska.', 'kestrel', 'second attempt, sample taken', 'two facts merged', 'contradicted', 'gap'),
    ('The capsule landed in the Simpson Desert on 14 December 2026.', 'kestrel', 'landing of the capsule', 'target told as fact', 'unsupported', False),
    ('The sampling arm is the heaviest of the four instruments and the laser altimeter the lightest.', 'kestrel', 'Sampling arm', T),
    ('The team for the infrared spectrometer is headed by Keiko Mori.', 'kestrel', 'Infrared spectrometer', 'table cell of the wrong row', 'contradicted', True),
    ('Altogether the four instruments weigh 65.5 kilograms.', 'kestrel', 'Laser altimeter', T),
    ('Ruska is a heap of rubble, 40 per cent of which is empty space.', 'kestrel', 'Its low density', 'hedge dropped', 'unsupported', False),
    ('The asteroid turns once every 5.2 days.', 'kestrel', 'turns on its axis', 'unit', 'contradicted', True),
    ('Ice was found at nine of the twelve sites.', 'kestrel', 'SPEX found minerals', 'two facts merged', 'contradicted', False),
    ('Even at the lower end of the estimate, the sample exceeds what the mission had called for.', 'kestrel', 'give or take 20', T),
    ('"We came for a cup and got a spoonful," said Harriet Stowe, the chief scientist.', 'kestrel', 'We came for a spoonful', 'quotation altered', 'contradicted', False),
    ('All of the reaction wheels are still working.', 'kestrel', 'One of the four reaction wheels', 'negated', 'contradicted', False),
    ('After an interruption of radio contact that lasted more than a day, it turned out that no data had gone missing.', 'kestrel', 'No data were lost', T),
    ('Most of the sample is to remain sealed for future generations.', 'kestrel', 'A third of the sample', 'quantifier', 'contradicted', True),

    ('## The Northmoor pension scheme', None, None, 'heading'),
    ('Fewer than half of the members are still paying in.', 'pension', 'who are paying in', T),
    ('There are 11,400 members who draw a pension.', 'pension', 'who draw a pension', 'swapped figures', 'contradicted', True),
    ('The assets cover all of the liabilities of the scheme.', 'pension', 'enough to cover 96', 'quantifier', 'contradicted', True),
    ('Since 2021 the share of liabilities covered by assets has improved by seven percentage points.', 'pension', 'enough to cover 96', T),
    ('Somebody with a salary of £40,000 pays 6.5 per cent of it into the scheme.', 'pension', '£35,001 to £60,000', 'table cell of the wrong row', 'contradicted', True),
    ('In every band the employer pays in at a higher rate than the member.', 'pension', "Employer's rate (%)", T),
    ('Somebody who earns £70,000 pays the rate of 10.4 per cent only on the part above £60,000.', 'pension', 'The rate applies to the whole', 'scope', 'contradicted', False),
    ('From 2026 the lowest rate for members will be 4.5 per cent.', 'pension', 'are considering lowering', 'target told as fact', 'unsupported', False),
    ('A member who earns £30,000 builds up £400 of yearly pension in a year.', 'pension', 'one 75th of what you earned', T),
    ('In April 2024 pensions were raised by 6.7 per cent.', 'pension', 'Pensions are raised each April', 'two facts merged', 'contradicted', True),
    ('Because of the ceiling, the increase of April 2024 did not keep up with prices.', 'pension', 'by no more than 5 per cent', T),
    ('Those who go early receive 4 per cent more for each year that is missing.', 'pension', 'You can retire from the age', 'direction', 'contradicted', False),
    ('The normal pension age was raised to 67 in 2024.', 'pension', 'The normal pension age is', 'wrong year', 'contradicted', True),
    ('By giving up £100 of yearly pension, a member obtains a lump sum of £1,200.', 'pension', 'exchange part of your pension', T),
    ('A child that is still in education is paid a pension up to the age of 25.', 'pension', 'Children are paid a pension', 'changed number', 'contradicted', 'gap'),
    ('Members who leave within two years get back both their own contributions and those of the employer.', 'pension', 'those of your employer stay', 'negated', 'contradicted', False),
    ('Employers appoint as many trustees as the members elect.', 'pension', 'The nine trustees are led', T),
    ('More than four fifths of the assets are invested in shares and bonds.', 'pension', '52 per cent are in shares', T),
    ('In 2023/24 the return of the investments fell short of the target by 1.4 percentage points.', 'pension', 'They returned 7.4', 'comparison turned round', 'contradicted', 'gap'),

    ('## The limits of Gridline', None, None, 'heading'),
    ('Gridline Server is free of limits altogether.', 'gridline', 'has only one of them', 'over-generalised', 'contradicted', False),
    ('In the Team plan a workbook can have ten times as many sheets as in the Free plan.', 'gridline', 'Sheets per workbook', T),
    ('Users of the Team plan may make 1,200 API calls per minute.', 'gridline', 'API calls per minute', 'table cell of the wrong column', 'contradicted', True),
    ('Enterprise customers can go back two years in the version history.', 'gridline', 'Version history (days)', T),
    ('The Team plan allows 25 MB of attachments per workbook.', 'gridline', 'Attachments per workbook (GB)', 'unit', 'contradicted', True),
    ('A sheet that has used up all of its rows is locked, so that the data in it can no longer be edited.', 'gridline', 'new rows are refused', 'negated', 'contradicted', False),
    ('Whoever makes too many API calls is locked out for a minute, and for a day if it happens more than ten times in an hour.', 'gridline', 'the server answers with code 429', T),
    ('The warning is sent out as soon as 80 per cent of the rows are used up.', 'gridline', 'Owners receive an e-mail', 'changed number', 'contradicted', 'gap'),
    ('Files can be imported from three formats, but their macros are left behind.', 'gridline', 'Macros are not imported', T),
    ('A formula may contain up to 50,000 characters.', 'gridline', 'A formula may have', 'two facts merged', 'contradicted', 'gap'),
    ('Version 11.2 lengthened the history in the Free plan from 7 to 30 days.', 'gridline', 'cut the version history', 'direction', 'contradicted', 'gap'),
    ('The release of January 2025 gave the Team plan two and a half times as many rows per sheet as before.', 'gridline', 'raised the number of rows', T),
    ('Enterprise customers can now use two million rows per sheet.', 'gridline', 'Two million rows per sheet', 'over-generalised', 'contradicted', False),
    ('"Limits are a promise, not a punishment," Priya Nair, who is in charge of the product, wrote in the blog.', 'gridline', 'Limits are a promise', T),
    ('A user of the Team plan who pays a year in advance saves $24 over the twelve months.', 'gridline', 'The Team plan costs', T),
    ('Enterprise costs from €28 per user and month.', 'gridline', 'Enterprise starts at', 'currency', 'contradicted', True),
    ('Since November 2024 customers of every plan have been able to have their data stored in Frankfurt.', 'gridline', 'Data are stored in Ohio', 'over-generalised', 'contradicted', False),
    ('Data are encrypted on disk, though not from end to end.', 'gridline', 'End-to-end encryption is not offered', T),

    ('## Adela Brandvik', None, None, 'heading'),
    ('Adela Brandvik had four siblings, two of them older than she was.', 'brandvik', 'the third of five children', T),
    ('Six years after going to Zurich she had her doctorate.', 'brandvik', 'she took her doctorate', T),
    ('She was the first woman to take a doctorate in chemistry in Zurich.', 'brandvik', 'Only one woman had done so', 'ordinal', 'contradicted', False),
    ('Her thesis was supervised by Gustav Holm.', 'brandvik', 'supervised by', 'attribution to the wrong person', 'contradicted', 'gap'),
    ('The green she discovered in 1901 did without arsenic.', 'brandvik', 'it contained no arsenic', T),
    ('In 1902 a patent was granted to Adela Brandvik.', 'brandvik', 'was made out to', 'attribution to the wrong person', 'contradicted', 'gap'),
    ('The court granted her two fifths of the sum she had demanded.', 'brandvik', 'the court awarded her', T),
    ('Her lawsuit against Holm ended in 1911.', 'brandvik', 'She sued him in 1905', 'derived number wrong', 'contradicted', 'gap'),
    ('It is established that Nils Ask invented the pigment together with her.', 'brandvik', 'is disputed', 'hedge dropped', 'contradicted', False),
    ('Karin Lund and Otto Reiss disagree about the size of the part that Nils Ask had in the invention.', 'brandvik', 'the historian Otto Reiss', T),
    ("Otto Reiss calls the foreman's share \"considerable\".", 'brandvik', 'the historian Otto Reiss', 'wrong attribution', 'contradicted', True),
    ('Nine of the doctoral students whom she supervised in Torsund were men.', 'brandvik', 'supervised 14 doctoral students', T),
    ('All three of her books were translated into six languages.', 'brandvik', 'She published three books', 'over-generalised', 'unsupported', False),
    ('Although put forward twice, she was never awarded a Nobel Prize.', 'brandvik', 'She was proposed for the Nobel Prize', T),
    ('In 1925 she accepted the Royal Medal of Merit.', 'brandvik', 'The Royal Medal of Merit', 'negated', 'contradicted', False),
    ('She married Henrik Sand after she had been appointed professor.', 'brandvik', 'married the botanist Henrik Sand', 'order of events', 'contradicted', 'gap'),
    ('Her library was left to the town of Malmby.', 'brandvik', 'Her library of 2,300 volumes', 'wrong place', 'contradicted', False),

    ('## The election in Tarsa', None, None, 'heading'),
    ('Turnout was 4.7 percentage points lower than four years before.', 'tarsa', 'went to the polls', T),
    ('The number of valid votes came to 412,600.', 'tarsa', 'ballot papers were invalid', T),
    ('The Democratic Union lost five seats compared with 2020.', 'tarsa', 'Seats 2020', 'direction', 'contradicted', 'gap'),
    ('The Labour Party received 33.5 per cent of the votes in 2024.', 'tarsa', '33.5', 'table cell of the wrong column', 'contradicted', True),
    ('Both Labour and the National Front ended up with fewer seats than in 2020.', 'tarsa', 'National Front', T),
    ('Although its share of the votes grew, the Island List has no more seats than before.', 'tarsa', '5.8', T),
    ('The National Front came in third, ahead of the Green Alliance.', 'tarsa', '13.2', 'comparison turned round', 'contradicted', 'gap'),
    ('Together the Democratic Union and the Green Alliance would have one seat more than a majority needs.', 'tarsa', 'A majority needs 41', T),
    ('The Democratic Union and the Green Alliance have agreed to form a government.', 'tarsa', 'would like to govern with', 'target told as fact', 'contradicted', False),
    ('Ivo Brandt ruled out talks with the Labour Party.', 'tarsa', 'to everyone except the Front', 'swapped roles', 'contradicted', False),
    ('Stefan Korda left the office of prime minister on the night of the election.', 'tarsa', 'He stays in office', 'two facts merged', 'contradicted', False),
    ('In 2020 women had won 28 seats.', 'tarsa', 'Women won 33 seats', T),
    ('Most of the ministers who stood lost their seats.', 'tarsa', 'Of the twelve ministers', 'quantifier', 'contradicted', True),
    ('At 22, Jana Wirth, a member of the Democratic Union, is the youngest in parliament.', 'tarsa', 'The youngest member is', 'two facts merged', 'contradicted', 'gap'),
    ('In Port Tarsa the lead of the Green Alliance over the Democratic Union was 0.7 percentage points.', 'tarsa', 'In the capital, Port Tarsa', T),
    ('A recount on Skell overturned the victory of Runa Falk.', 'tarsa', 'a recount on Thursday', 'negated', 'contradicted', False),
    ('Observers complained of queues of up to three hours in Port Tarsa.', 'tarsa', 'queues of up to three hours', 'wrong place', 'contradicted', 'gap'),
    ('Medior had overestimated the Democratic Union by 2.4 percentage points.', 'tarsa', 'The polling institute Medior', T),
    ('The voters of Tarsa lowered the voting age to 16.', 'tarsa', 'rejected lowering the voting age', 'negated', 'contradicted', False),

    ('## The eruption of Mount Orrin', None, None, 'heading'),
    ('The eruption of 2021 went on for 37 days longer than the one before it.', 'orrin', 'for 84 days', T),
    ('The eruption left Mount Orrin 2,272 metres high.', 'orrin', 'lost 44 metres', T),
    ('Before the eruption the ground rose by 14 metres.', 'orrin', 'the ground rose by', 'unit', 'contradicted', True),
    ('The alert was raised from orange to red on 29 August.', 'orrin', 'raised the alert from', 'changed value', 'contradicted', False),
    ('It was on his own initiative that Rui Machado brought the old and the sick to safety.', 'orrin', 'without waiting for the order', T),
    ('Only in Vale Seco did the whole population have to leave.', 'orrin', 'Evacuated', T),
    ('In Ponta Rasa 612 houses were destroyed.', 'orrin', 'Ponta Rasa', 'table cell of the wrong row', 'contradicted', True),
    ('In all, 797 houses were destroyed.', 'orrin', 'Houses destroyed', T),
    ('More people were evacuated in Lomba than in Ponta Rasa.', 'orrin', '3,100', 'comparison turned round', 'contradicted', True),
    ('The lava formed 38 square kilometres of new land in the sea.', 'orrin', 'of new land', 'unit', 'contradicted', True),
    ('The lava claimed two lives.', 'orrin', 'Nobody was killed by the lava', 'two facts merged', 'contradicted', False),
    ('When February 2022 ended, the government still had €90 million of its pledge to pay.', 'orrin', 'The government has pledged', T),
    ('Insurers will cover most of the damage of €540 million.', 'orrin', 'of which insurers will cover', 'quantifier', 'contradicted', True),
    ('According to Teresa Quintal, the magma chamber could fill again within 30 to 50 years.', 'orrin', 'The volcanologist Paul Ferrand', 'wrong attribution', 'contradicted', True),
    ('The commission blamed the late alarm on faulty instruments.', 'orrin', 'A commission of inquiry', 'wrong cause', 'contradicted', False),
    ('Under the new plan it is up to the observatory alone to raise the alarm.', 'orrin', 'leaves the decision to the observatory', T),
    ('The road from Vale Seco to Lomba will be open again in the autumn.', 'orrin', 'it is hoped that', 'hedge dropped', 'unsupported', False),

    ('## The school trial in Hedeby', None, None, 'heading'),
    ('Half of the schools in the trial began their lessons 50 minutes later than the other half.', 'hedeby', 'Lots were drawn', T),
    ('The control group comprised 2,704 pupils.', 'hedeby', '2,612 in the control group', 'swapped figures', 'contradicted', True),
    ('The results of the late group are based on eleven schools, one having given up.', 'hedeby', 'One school of the late group', T),
    ('With a later start, the share of pupils late for the first lesson was less than half of that in the control group.', 'hedeby', 'Pupils late for the first lesson', T),
    ('In the late group, pupils missed 8.8 days on average.', 'hedeby', 'Days of absence per pupil', 'table cell of the wrong column', 'contradicted', True),
    ('In mathematics the late group did significantly better.', 'hedeby', 'statistically significant except', 'negated', 'contradicted', False),
    ('Girls gained 14 minutes more sleep from the later start than boys did.', 'hedeby', 'Girls slept 41 minutes longer', T),
    ('The older the pupils, the less they gained: at 17 it was only 19 minutes.', 'hedeby', 'The gain was greatest', 'swapped figures', 'contradicted', True),
    ('The findings hold for primary schools as well, Farid Nasser says.', 'hedeby', 'primary schools', 'over-generalised', 'contradicted', False),
    ('Girls gained more because they had slept too little before the trial.', 'hedeby', 'the authors surmise', 'hedge dropped', 'contradicted', False),
    ('The later start was more popular with parents at the end of the year than at its beginning, whereas among teachers it had lost some support.', 'hedeby', 'Among parents, support', T),
    ('Support among teachers rose from 44 to 46 per cent.', 'hedeby', 'among teachers it slipped', 'direction', 'contradicted', True),
    ('Twenty-two of the sports clubs did not complain of shorter training times.', 'hedeby', '31 sports clubs', T),
    ('The trial was financed by the bed maker Dormea.', 'hedeby', 'The trial was paid for by', 'attribution to the wrong body', 'contradicted', 'gap'),
    ('In spring 2024 the county council introduced the later start at all schools.', 'hedeby', 'The county council will decide', 'target told as fact', 'unsupported', False),

    ('## What the sources leave open', None, None, 'heading'),
    ('None of the sources says how the Supreme Court ruled on the appeal.', None, None, 'remark'),
    ('No source was found that shows what Kestrel brought back.', None, None, 'remark'),
    ('It remains to be seen who will govern Tarsa.', None, None, 'remark'),
    ('The pension guide does not mention how other schemes compare.', None, None, 'remark'),
]

OPENING = [
    ('The Democratic Union became the strongest party in the general election in Tarsa.', 'tarsa', 'Votes 2024 (%)'),
    ('Pupils who began school later slept longer on school nights.', 'hedeby', 'Sleep on school nights'),
    ('Kestrel left the asteroid Ruska in 2024 after having taken a sample.', 'kestrel', 'departure from Ruska'),
]
