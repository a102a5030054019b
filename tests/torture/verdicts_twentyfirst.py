"""A port with its quay and its strike, a town's budget (in German), and a registry of artificial hips with its correction and its rules. Written by one
who had not seen the program; pages, report and labels were fixed before it was run on them. The last column says whether a figure, a date, a unit, a name
or a plain negation alone should prove the error, by the writer's judgement ('gap' can only be said after a run)."""

PAGES = {
    'port': ('Port of Marnsund: annual report 2025', '2026-03-18', '''
<h1>Port of Marnsund: annual report 2025</h1>
<p>In 2025 the Port of Marnsund handled 9.4 million tonnes of cargo, 3 per cent less than the year before. 1,846 seagoing ships called, among them 212 cruise ships. The average stay of a container ship was 31 hours; in 2024 it had been 27.</p>
<h2>Cargo in million tonnes</h2>
<table><tr><th>Kind</th><th>2024</th><th>2025</th></tr>
<tr><td>Containers</td><td>3.9</td><td>3.4</td></tr>
<tr><td>Dry bulk</td><td>2.6</td><td>2.8</td></tr>
<tr><td>Liquid bulk</td><td>1.8</td><td>1.7</td></tr>
<tr><td>Ro-ro</td><td>1.1</td><td>1.2</td></tr>
<tr><td>Other</td><td>0.3</td><td>0.3</td></tr></table>
<p>For the first time the share of containers that left the port by rail was above one third: it reached 34 per cent, after 29 per cent in 2024. Barges carried 11 per cent, lorries the rest.</p>
<h2>People</h2>
<p>At the end of the year the port authority employed 412 people, 97 of them women. Twelve apprentices began their training; all nine who sat the final examination passed. There were 14 reportable accidents, as against 19 in 2024; nobody was killed.</p>
<h2>Money</h2>
<p>Revenue was 88.2 million crowns, of which 51.7 million came from port dues and 22.4 million from leases. The operating result was 12.6 million crowns. A dividend of 4 million crowns is to be paid to the city, which owns 70 per cent of the shares; the region owns the other 30 per cent.</p>
<p>For 2026 the authority expects between 9.5 and 9.9 million tonnes. The director, Solveig Aune, called 2025 "a year of queues rather than of cargo".</p>
<h2>Environment</h2>
<p>Shore power was used by 38 per cent of the cruise ships that called. By 2030 the share is to be 80 per cent. Emissions of nitrogen oxides in the port area were estimated at 410 tonnes, a tenth less than in 2020; part of this decline is due to the smaller number of ships.</p>'''),

    'quay': ('North Quay of Marnsund: decision of the planning office', '2025-06-30', '''
<h1>North Quay of Marnsund: decision of the planning office</h1>
<p>On 27 June 2025 the planning office granted Marnsund Terminals permission to extend the North Quay by 240 metres to 720 metres. The application had been filed on 11 September 2023. 63 objections were received; 58 of them concerned noise.</p>
<h2>Conditions</h2>
<ul><li>Pile driving is allowed only from 1 September to 31 March, so as not to disturb spawning herring.</li>
<li>Between 22:00 and 6:00 the noise at the nearest house must not exceed 45 decibels.</li>
<li>At least three of the five new cranes must be electric.</li>
<li>The permission lapses if work has not begun by 30 June 2028.</li></ul>
<p>The quay will be dredged to a depth of 14.5 metres instead of the 16 metres applied for, because deeper dredging could have let salt water into the Marn estuary.</p>
<h2>Rejected</h2>
<p>The office rejected the demand of the residents' association for a noise barrier of eight metres. It found that a barrier of five metres would be enough. It also turned down the request to limit the number of lorries to 900 a day.</p>
<h2>Cost and time</h2>
<p>Marnsund Terminals puts the cost at 610 million crowns; the regional auditors consider 700 million more likely. Work is to start in autumn 2026 and to take three years, provided that the financing is in place.</p>
<p>Appeals to the administrative court are possible until 8 August 2025. An appeal does not suspend the permission.</p>'''),

    'strike': ('Eleven days without cranes: what the strike at Marnsund achieved', '2025-11-02', '''
<h1>Eleven days without cranes: what the strike at Marnsund achieved</h1>
<p>The crane drivers of Marnsund stopped work on 9 October 2025 and went back on 20 October. Of the 118 drivers, 104 took part. Ferries were not affected, since their ramps are worked by the shipping lines.</p>
<p>The union had asked for 9 per cent more pay and a working week of 34 hours; the employers had offered 4 per cent. The settlement, reached on 19 October with the help of the mediator Ragnhild Moe, gives the drivers 5.5 per cent from January 2026 and another 1.5 per cent from January 2027. The working week stays at 36 hours. In a ballot 71 per cent of the union members who voted accepted it.</p>
<h2>Ships and losses</h2>
<p>During the strike 23 container ships were diverted, 14 to Halsvik and nine to Port Ersland. Marnsund Terminals speaks of a loss of 38 million crowns, the union of "at most 20 million". Neither figure has been checked independently.</p>
<p>"We did not win, but we were not beaten either," said Tor Eikeland, who leads the union's local branch. The terminal's manager, Bente Kvam, said that customers "will take months to come back, and some will not".</p>
<p>It was the first strike at the port since 1998, and the longest since 1974, when work stopped for five weeks.</p>
<h2>The queues</h2>
<p>The queues of ships began in June, four months before the strike; the port authority explains them by the breakdown of two of the seven cranes. The union blames a lack of staff.</p>'''),

    'haushalt': ('Haushalt 2026 der Stadt Bredenau', '2025-12-12', '''
<h1>Haushalt 2026 der Stadt Bredenau</h1>
<p>Der Rat der Stadt Bredenau hat am 11. Dezember 2025 den Haushalt für 2026 mit 29 gegen 14 Stimmen bei drei Enthaltungen beschlossen. Den Erträgen von 241,8 Millionen Euro stehen Aufwendungen von 249,3 Millionen Euro gegenüber. Der Fehlbetrag von 7,5 Millionen Euro wird aus der Rücklage gedeckt, die danach noch 18,2 Millionen Euro beträgt.</p>
<h2>Aufwendungen in Millionen Euro</h2>
<table><tr><th>Bereich</th><th>2025</th><th>2026</th></tr>
<tr><td>Jugend und Soziales</td><td>92,4</td><td>97,1</td></tr>
<tr><td>Schulen</td><td>31,6</td><td>33,0</td></tr>
<tr><td>Straßen und Brücken</td><td>22,8</td><td>19,9</td></tr>
<tr><td>Kultur</td><td>11,2</td><td>11,2</td></tr>
<tr><td>Feuerwehr</td><td>9,5</td><td>10,4</td></tr></table>
<h2>Steuern</h2>
<p>Der Hebesatz der Gewerbesteuer steigt von 430 auf 445 Punkte, der Hebesatz der Grundsteuer B bleibt bei 520 Punkten. Die Hundesteuer wird nicht erhöht. Die Stadt rechnet mit 68 Millionen Euro aus der Gewerbesteuer; das wären 2 Millionen Euro mehr als 2025.</p>
<h2>Bauten</h2>
<p>Für die Sanierung des Hallenbads sind 6,4 Millionen Euro vorgesehen, sofern das Land die Hälfte der Kosten übernimmt. Der Neubau der Grundschule Am Anger wird um ein Jahr auf 2027 verschoben. Die Brücke über die Brede soll bis Ende 2026 fertig sein.</p>
<h2>Aussichten</h2>
<p>Ein Antrag, das Stadttheater zu schließen, wurde abgelehnt. Kämmerin Ute Lahnstein nannte den Haushalt „vertretbar, aber nicht nachhaltig“. Nach ihrer Schätzung wird die Rücklage Ende 2028 aufgebraucht sein, wenn sich nichts ändert. Die Schulden der Stadt sanken 2025 von 112 auf 108 Millionen Euro; das sind 1.350 Euro je Einwohner.</p>'''),

    'registry': ('Tarvik Hip Registry: report on 2024', '2025-05-20', '''
<h1>Tarvik Hip Registry: report on 2024</h1>
<p>The registry records operations in which a hip joint is replaced. In 2024 it received reports of 6,240 operations from 38 of the 41 hospitals in the country; the three that do not report are private. 5,410 were first operations and 830 revisions. The completeness of the reports was checked against the payment data and found to be 96 per cent.</p>
<p>The median age at the first operation was 69 years, and 61 per cent of the patients were women.</p>
<h2>Fixation</h2>
<table><tr><th>Kind of fixation</th><th>First operations</th><th>Revised within ten years (%)</th></tr>
<tr><td>Cemented</td><td>2,110</td><td>4.1</td></tr>
<tr><td>Uncemented</td><td>2,490</td><td>5.6</td></tr>
<tr><td>Hybrid</td><td>640</td><td>4.4</td></tr>
<tr><td>Resurfacing</td><td>170</td><td>9.8</td></tr></table>
<p>Among patients over 75 the cemented prostheses did best; below the age of 60 no difference could be shown. Since the surgeons choose the kind of fixation, the groups are not comparable in every respect.</p>
<h2>Reasons for revision</h2>
<p>The most frequent reason for a revision was loosening (34 per cent), followed by infection (27 per cent) and dislocation (16 per cent). Infection was the leading reason in the first year after the operation. Compared with 2014, revisions because of infection have doubled in number, while those because of worn plastic have become rare.</p>
<h2>The patients' own view</h2>
<p>A questionnaire was sent to 4,800 patients one year after the operation, and 3,360 answered. Of these, 89 per cent were satisfied, 7 per cent undecided and 4 per cent dissatisfied. Pain at rest fell from a mean of 5.2 to 1.1 on a scale from 0 to 10.</p>
<h2>Hospitals</h2>
<p>Hospitals with fewer than 50 operations a year had a revision rate in the first two years of 3.2 per cent, those with 200 or more of 1.9 per cent. The registry does not publish the names of single surgeons. Two hospitals, Nordal and Sankt Olav, were outside the expected range; at Nordal the cause was a batch of faulty liners, at Sankt Olav it is still being examined.</p>
<p>From 2026 knees are to be recorded as well, if parliament changes the law.</p>'''),

    'correction': ('Hip registry corrects its annual report', '2025-09-30', '''
<h1>Hip registry corrects its annual report</h1>
<p>The Tarvik Hip Registry has corrected its report on 2024. In the table of fixation the share of resurfaced hips revised within ten years had been given as 9.8 per cent; the correct figure is 8.9 per cent. The other figures in the table stand.</p>
<p>The mistake was noticed by Jonas Wiik, a doctoral student at Sandvik University, not by the registry itself. Its head, Professor Hilde Rasch, thanked him and announced that from now on two people will check each table.</p>
<p>The report had also said that the three hospitals without reports are private. In fact one of them, the military hospital in Grenmar, belongs to the state; the other two are indeed private.</p>
<p>A newspaper had concluded from the report that "every tenth hip fails". Rasch called this wrong for two reasons: the figure concerned resurfacing alone, and a revision is not the same as a failure.</p>'''),

    'rules': ('Tarvik Hip Registry: who gets data, and how', '2024-11-05', '''
<h1>Tarvik Hip Registry: who gets data, and how</h1>
<p>Researchers may apply for data four times a year: by 1 February, 1 May, 1 August and 1 November. The scientific board decides within eight weeks. It has seven members, of whom two represent patients. Applications by companies need the votes of two thirds of all members.</p>
<h2>Conditions</h2>
<ul><li>The fee is 12,000 crowns for a standard extract and 30,000 crowns for a linked one; students pay half.</li>
<li>Data may be kept for at most five years and must then be deleted.</li>
<li>Groups of fewer than ten patients must not be shown.</li>
<li>The registry must see a manuscript 30 days before it is submitted; it may comment on it but cannot forbid it.</li></ul>
<h2>Practice</h2>
<p>In 2023 the board received 46 applications. It approved 37, rejected five and sent four back for changes.</p>
<p>Patients are told of the registry by letter. They may object at any time; so far 0.4 per cent have done so. Records are not deleted when a patient dies.</p>'''),
}

T, C, U = 'true', 'contradicted', 'unsupported'
SENTENCES = [
    ('## The port', None, None, 'heading'),
    ('In 2024 Marnsund had handled roughly 9.7 million tonnes of cargo.', 'port', '3 per cent less than the year before', T),
    ('In 2025 the port handled 8.4 million tonnes of cargo.', 'port', 'the Port of Marnsund handled 9.4 million tonnes of cargo', 'changed number', C, True),
    ('Container ships got away faster in 2025 than in 2024.', 'port', 'in 2024 it had been 27', 'direction', C, False),
    ('On average a container ship lay in port four hours longer than the year before.', 'port', 'The average stay of a container ship was 31 hours', T),
    ('More than one in nine of the ships that called was a cruise ship.', 'port', '1,846 seagoing ships called, among them 212 cruise ships', T),
    ('Liquid bulk came to 2.8 million tonnes in 2025.', 'port', 'Liquid bulk', 'table cell of another row', C, True),
    ('Only two kinds of cargo, dry bulk and ro-ro, grew.', 'port', 'Dry bulk', T),
    ('Dry bulk was the largest kind of cargo in 2025.', 'port', 'Containers', 'wrong superlative', C, False),
    ('In tonnes, containers lost more than the port as a whole.', 'port', 'Containers', T),
    ('The share of containers that left by rail rose by 34 percentage points.', 'port', 'it reached 34 per cent, after 29 per cent in 2024', 'level for change', C, False),
    ('The share that left by rail grew by just 5 per cent.', 'port', 'it reached 34 per cent, after 29 per cent in 2024', 'percent for points', C, False),
    ('A little more than half of the containers left the port by lorry.', 'port', 'Barges carried 11 per cent, lorries the rest', T),
    ('Just under a quarter of the people employed by the port authority were women.', 'port', 'the port authority employed 412 people, 97 of them women', T),
    ('All twelve apprentices passed the final examination.', 'port', 'all nine who sat the final examination passed', 'merged facts', C, False),
    ('The number of reportable accidents went down by five.', 'port', 'There were 14 reportable accidents, as against 19 in 2024', T),
    ('Port dues made up more than half of the revenue.', 'port', 'of which 51.7 million came from port dues', T),
    ('Dues and leases together brought in 84.1 million crowns.', 'port', 'of which 51.7 million came from port dues and 22.4 million from leases', 'wrong sum', C, True),
    ('The operating result was 12.6 million euros.', 'port', 'The operating result was 12.6 million crowns', 'currency', C, True),
    ('The region owns 70 per cent of the shares and the city 30 per cent.', 'port', 'the region owns the other 30 per cent', 'swapped numbers', C, True),
    ('The city has received a dividend of 4 million crowns.', 'port', 'A dividend of 4 million crowns is to be paid to the city', 'plan as done', U, False),
    ('For 2026 the authority expects no more than 9.5 million tonnes.', 'port', 'For 2026 the authority expects between 9.5 and 9.9 million tonnes', 'range end', C, False),
    ('Even the lower end of the forecast for 2026 lies above the result of 2025.', 'port', 'For 2026 the authority expects between 9.5 and 9.9 million tonnes', T),
    ('Solveig Aune called 2025 "a year of cargo rather than of queues".', 'port', 'a year of queues rather than of cargo', 'quotation altered', C, False),
    ('Four out of five cruise ships that called used shore power.', 'port', 'Shore power was used by 38 per cent of the cruise ships that called', 'target told as fact', C, False),
    ('About eighty of the cruise ships that called used shore power.', 'port', 'Shore power was used by 38 per cent of the cruise ships that called', T),
    ('The decline in nitrogen oxides is entirely the result of there being fewer ships.', 'port', 'part of this decline is due to the smaller number of ships', 'part for whole', C, False),
    ('In 2020 emissions of nitrogen oxides in the port area had been about 456 tonnes.', 'port', 'were estimated at 410 tonnes, a tenth less than in 2020', T),
    ('| Cargo | 2024 (million tonnes) | 2025 (million tonnes) |', None, None, 'heading'),
    ('|---|---|---|', None, None, 'rule'),
    ('| Containers | 3.9 | 3.4 |', 'port', 'Containers', T),
    ('| Ro-ro | 1.2 | 1.1 |', 'port', 'Ro-ro', 'table columns swapped', C, True),
    ('| Other | 0.3 | 0.3 |', 'port', 'Other', T),
    ('', None, None, 'break'),

    ('## The North Quay', None, None, 'heading'),
    ('Before it is extended the North Quay measures 480 metres.', 'quay', 'permission to extend the North Quay by 240 metres to 720 metres', T),
    ('The North Quay is to be extended by 720 metres.', 'quay', 'permission to extend the North Quay by 240 metres to 720 metres', 'total for increase', C, False),
    ('Less than a year passed between the application and the decision.', 'quay', 'The application had been filed on 11 September 2023', 'wrong duration', C, False),
    ('More than nine in ten objections were about noise.', 'quay', '63 objections were received; 58 of them concerned noise', T),
    ('Piles may be driven only between April and August.', 'quay', 'Pile driving is allowed only from 1 September to 31 March', 'rule turned round', C, False),
    ('In May no piles may be driven.', 'quay', 'Pile driving is allowed only from 1 September to 31 March', T),
    ('No more than three of the five new cranes may be electric.', 'quay', 'At least three of the five new cranes must be electric', 'limit turned round', C, False),
    ('The permission lapses unless the quay is finished by 30 June 2028.', 'quay', 'The permission lapses if work has not begun by 30 June 2028', 'other event for a date', C, False),
    ('The quay will be dredged to 16 metres.', 'quay', 'The quay will be dredged to a depth of 14.5 metres instead of the 16 metres applied for', 'request told as result', C, False),
    ('The quay will be dredged to a depth of 14.5 feet.', 'quay', 'The quay will be dredged to a depth of 14.5 metres', 'unit', C, True),
    ('The depth that was granted falls short of the depth asked for by one and a half metres.', 'quay', 'The quay will be dredged to a depth of 14.5 metres instead of the 16 metres applied for', T),
    ('The depth was reduced for fear that the herring would not spawn.', 'quay', 'because deeper dredging could have let salt water into the Marn estuary', 'wrong cause', C, False),
    ('No more than 900 lorries a day may serve the quay.', 'quay', 'It also turned down the request to limit the number of lorries to 900 a day', 'copied out of a rejected proposal', C, False),
    ('The residents wanted a barrier three metres higher than the one the office thought sufficient.', 'quay', 'It found that a barrier of five metres would be enough', T),
    ('Marnsund Terminals itself reckons with 700 million crowns.', 'quay', 'the regional auditors consider 700 million more likely', 'attribution', C, False),
    ('The auditors expect the quay to cost about 15 per cent more than the company does.', 'quay', 'the regional auditors consider 700 million more likely', T),
    ('Work on the quay starts in autumn 2026, financed or not.', 'quay', 'provided that the financing is in place', 'condition dropped', C, False),
    ('An appeal suspends the permission.', 'quay', 'An appeal does not suspend the permission', 'negated', C, True),
    ('Whoever wanted to appeal had about six weeks for it after the decision.', 'quay', 'Appeals to the administrative court are possible until 8 August 2025', T),

    ('## The strike', None, None, 'heading'),
    ('Fourteen crane drivers did not join the strike.', 'strike', 'Of the 118 drivers, 104 took part', T),
    ('Work was resumed on the day after the settlement.', 'strike', 'The settlement, reached on 19 October', T),
    ('Since the settlement the working week has had 34 hours.', 'strike', 'The working week stays at 36 hours', 'demand told as result', C, False),
    ('Taken together, the two rises give the drivers about 7 per cent more.', 'strike', '5.5 per cent from January 2026 and another 1.5 per cent from January 2027', T),
    ('Of the crane drivers of Marnsund, 71 per cent accepted the settlement.', 'strike', 'In a ballot 71 per cent of the union members who voted accepted it', 'wrong denominator', U, False),
    ('What the drivers get in 2026 lies between the demand of the union and the offer of the employers.', 'strike', 'the employers had offered 4 per cent', T),
    ('The strike cost Marnsund Terminals 38 million crowns.', 'strike', 'Marnsund Terminals speaks of a loss of 38 million crowns', 'claim of one side as fact', U, False),
    ('About the loss the two sides are at least 18 million crowns apart.', 'strike', 'Marnsund Terminals speaks of a loss of 38 million crowns', T),
    ('"We did not win, but we were not beaten either," said Bente Kvam.', 'strike', 'said Tor Eikeland', 'attribution', C, True),
    ('The port had never seen a longer strike.', 'strike', 'the longest since 1974, when work stopped for five weeks', 'superlative without its limit', C, False),
    ('The strike of 1974 lasted about three times as long as that of 2025.', 'strike', 'the longest since 1974, when work stopped for five weeks', T),
    ('The strike brought about the queues of ships.', 'strike', 'The queues of ships began in June, four months before the strike', 'time order', C, False),
    ('By the account of the port authority five of the seven cranes were left.', 'strike', 'the breakdown of two of the seven cranes', T),
    ('In the year of the strike the port lost half a million tonnes of container cargo.', 'port', 'Containers', T),

    ('## The budget of Bredenau', None, None, 'heading'),
    ('Bredenau plans to spend 7.5 million euros more than it takes in.', 'haushalt', 'Der Fehlbetrag von 7,5 Millionen Euro', T),
    ('Counting abstentions, 46 members of the council took part in the vote.', 'haushalt', 'mit 29 gegen 14 Stimmen bei drei Enthaltungen', T),
    ('The council passed the budget without a vote against it.', 'haushalt', 'mit 29 gegen 14 Stimmen bei drei Enthaltungen', 'opposition left out', C, False),
    ('Expenditure comes to 249.3 billion euros.', 'haushalt', 'Aufwendungen von 249,3 Millionen Euro', 'order of magnitude', C, True),
    ('Before the deficit is covered the reserve holds 25.7 million euros.', 'haushalt', 'die danach noch 18,2 Millionen Euro beträgt', T),
    ('Before the deficit is taken out of it, the reserve stands at 18.2 million euros.', 'haushalt', 'die danach noch 18,2 Millionen Euro beträgt', 'before for after', C, False),
    ('Nearly two fifths of all expenditure goes to youth and social affairs.', 'haushalt', 'Jugend und Soziales', T),
    ('Culture gets neither more nor less than in 2025.', 'haushalt', 'Kultur', T),
    ('Spending on the fire brigade rises by 19 per cent.', 'haushalt', 'Feuerwehr', 'wrong percentage', C, False),
    ('Roads and bridges are the only area in the table in which less is to be spent.', 'haushalt', 'Straßen und Brücken', T),
    ('The multiplier of property tax B is raised by 15 points.', 'haushalt', 'der Hebesatz der Grundsteuer B bleibt bei 520 Punkten', "another thing's value", C, False),
    ('For the trade tax the multiplier goes up by 15 points.', 'haushalt', 'Der Hebesatz der Gewerbesteuer steigt von 430 auf 445 Punkte', T),
    ('The indoor pool will be renovated for 6.4 million euros whatever the state decides.', 'haushalt', 'sofern das Land die Hälfte der Kosten übernimmt', 'condition dropped', C, False),
    ('The new primary school Am Anger will be built in 2028.', 'haushalt', 'wird um ein Jahr auf 2027 verschoben', 'wrong year', C, 'gap'),
    ('Before it was put off, the new school had been planned for 2026.', 'haushalt', 'wird um ein Jahr auf 2027 verschoben', T),
    ('The bridge over the Brede has been completed.', 'haushalt', 'soll bis Ende 2026 fertig sein', 'plan as done', U, False),
    ('The municipal theatre is going to be closed.', 'haushalt', 'Ein Antrag, das Stadttheater zu schließen, wurde abgelehnt', 'copied out of a rejected proposal', C, False),
    ('Ute Lahnstein described the budget as sustainable.', 'haushalt', 'vertretbar, aber nicht nachhaltig', 'negated', C, False),
    ('In the view of Ute Lahnstein the budget can be justified but cannot be kept up.', 'haushalt', 'vertretbar, aber nicht nachhaltig', T),
    ('At the end of 2028 the reserve will be used up in any case.', 'haushalt', 'wenn sich nichts ändert', 'hedge dropped', C, False),
    ('Bredenau has about 80,000 inhabitants.', 'haushalt', 'das sind 1.350 Euro je Einwohner', T),
    ('Every inhabitant pays the town 1,350 euros in taxes.', 'haushalt', 'das sind 1.350 Euro je Einwohner', 'another quantity', C, False),

    ('## The hip registry', None, None, 'heading'),
    ('More than nine in ten hospitals of the country reported in 2024.', 'registry', 'from 38 of the 41 hospitals in the country', T),
    ('All 6,240 operations replaced a hip for the first time.', 'registry', '5,410 were first operations and 830 revisions', 'part for whole', C, False),
    ('About 13 per cent of the operations were revisions.', 'registry', '5,410 were first operations and 830 revisions', T),
    ('At the first operation the patients were 69 years old or older.', 'registry', 'The median age at the first operation was 69 years', 'statistic misread', C, False),
    ('No kind of fixation was used more often than the uncemented one.', 'registry', 'Uncemented', T),
    ('Cemented prostheses did best at every age.', 'registry', 'below the age of 60 no difference could be shown', 'over-generalised', C, False),
    ('Of the resurfaced hips, 9.8 per cent were revised within ten years.', 'correction', 'the correct figure is 8.9 per cent', 'outdated version', C, False),
    ('After the correction the share of resurfaced hips that were revised is 8.9 per cent.', 'correction', 'the correct figure is 8.9 per cent', T),
    ('Dislocation was the second most frequent reason for a revision.', 'registry', 'followed by infection (27 per cent)', 'wrong rank', C, False),
    ('The three most frequent reasons account for a good three quarters of the revisions.', 'registry', 'followed by infection (27 per cent)', T),
    ('Whatever the time since the operation, infection was the leading reason for a revision.', 'registry', 'Infection was the leading reason in the first year after the operation', 'scope', C, False),
    ('Since 2014 the number of revisions because of infection has risen by 2 per cent.', 'registry', 'revisions because of infection have doubled in number', 'ratio for percentage', C, False),
    ('Seven in ten of those asked returned the questionnaire.', 'registry', 'A questionnaire was sent to 4,800 patients', T),
    ('Of the 4,800 patients, 89 per cent said that they were satisfied.', 'registry', 'Of these, 89 per cent were satisfied', 'wrong denominator', C, False),
    ('Mean pain at rest fell by about four points.', 'registry', 'Pain at rest fell from a mean of 5.2 to 1.1', T),
    ('Large hospitals had to revise more often in the first two years than small ones.', 'registry', 'those with 200 or more of 1.9 per cent', 'comparison turned round', C, False),
    ('The registry publishes the names of single surgeons.', 'registry', 'The registry does not publish the names of single surgeons', 'negated', C, True),
    ('At Sankt Olav a batch of faulty liners was to blame.', 'registry', 'at Sankt Olav it is still being examined', 'wrong member of a pair', C, False),
    ('From 2026 the registry will record knees, no matter what parliament does.', 'registry', 'From 2026 knees are to be recorded as well, if parliament changes the law', 'condition dropped', C, False),
    ('It was not the registry that discovered its mistake.', 'correction', 'not by the registry itself', T),
    ('All of the hospitals that do not report are private.', 'correction', 'one of them, the military hospital in Grenmar, belongs to the state', 'copied out of a corrected text', C, False),
    ('Of 41 hospitals two private ones and a military one do not report.', 'correction', 'the other two are indeed private', T),
    ('It should be noted that every tenth artificial hip fails.', 'correction', 'Rasch called this wrong for two reasons', 'claim dressed as a remark', C, False),

    ('## Data from the registry', None, None, 'heading'),
    ('Applications for data can be handed in once every three months.', 'rules', 'by 1 February, 1 May, 1 August and 1 November', T),
    ('One of the closing dates is 1 September.', 'rules', 'by 1 February, 1 May, 1 August and 1 November', 'wrong member of a list', C, 'gap'),
    ('Without the votes of at least five members of the board no company gets data.', 'rules', 'Applications by companies need the votes of two thirds of all members', T),
    ('A linked extract costs a student 15,000 crowns.', 'rules', 'students pay half', T),
    ('Data must be kept for at least five years.', 'rules', 'Data may be kept for at most five years', 'limit turned round', C, False),
    ('A group of exactly ten patients may be shown.', 'rules', 'Groups of fewer than ten patients must not be shown', T),
    ('Nothing may be published unless the registry agrees to the manuscript.', 'rules', 'it may comment on it but cannot forbid it', 'modality', C, False),
    ('The board turned nine applications down for good in 2023.', 'rules', 'rejected five and sent four back for changes', 'categories merged', C, False),
    ('About four fifths of the applications of 2023 were approved.', 'rules', 'It approved 37', T),
    ('So far 4 per cent of the patients have objected.', 'rules', 'so far 0.4 per cent have done so', 'decimal point', C, True),

    ('## What cannot be answered', None, None, 'heading'),
    ('The sources do not say how the administrative court decided.', None, None, 'remark'),
    ('No figures were found for the queues in 2026.', None, None, 'remark'),
    ('Both the annual report and the budget come from those who answer for them, which should be kept in mind.', None, None, 'remark'),
]

OPENING = [
    ('Marnsund handled less cargo in 2025 than in 2024, although dry bulk grew.', 'port', '3 per cent less than the year before'),
    ('Bredenau covers its deficit of 7.5 million euros from the reserve.', 'haushalt', 'Der Fehlbetrag von 7,5 Millionen Euro wird aus der Rücklage gedeckt'),
    ('The hip registry had to correct one figure of its table and a statement about hospitals.', 'correction', 'the correct figure is 8.9 per cent'),
]
