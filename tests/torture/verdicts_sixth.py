"""A sixth report for tests/torture/verdicts: a shipyard, a clinic for sleep, a reform of a tax, a zoo, a robot and a dig. Pages, report and
labels were fixed before the program was run on them; docs/internals/verdict.md has what it found at first sight. The last column says
whether a figure, a date or a name alone proves the error ('gap' where it does and code does not point at it)."""

PAGES = {
    'yard': ('The Kallio shipyard in 2023', '2024-02-19', '''
<h1>Kallio shipyard</h1>
<p>The Kallio shipyard delivered four ferries and one icebreaker in 2023; a year before it had delivered two ferries. It employs 2,150 people, 310 of them
apprentices. The order book is worth 1.7 billion euros and lasts until 2027.</p>
<p>The icebreaker Otava is 137 metres long and was handed over to the coast guard on 8 December 2023, three weeks ahead of schedule. It cost
212 million euros, of which 40 million euros were paid by the European Union. Her sister ship Seginus was ordered in March 2024.</p>
<p>In May 2023 a fire in the paint hall injured seven workers. The safety board blamed a welder's torch; the union pointed to missing sprinklers. Production stood still
for eleven days. The yard's director, Aino Salmi, announced that 9 million euros would be spent on fire protection by 2026.</p>'''),
    'sleep': ('A trial of light therapy against insomnia', '2023-03-03', '''
<h1>Light therapy and sleep</h1>
<p>Researchers at the Bellmont clinic assigned 240 adults with insomnia to light therapy (122 people) or to a dim lamp (118 people) for six weeks. The mean age was 47
years; 61 percent were women.</p>
<p>With light therapy people fell asleep 19 minutes earlier than before, with the dim lamp 7 minutes earlier. The time awake at night decreased from 64 to 41 minutes in the
therapy group and from 62 to 55 minutes in the other group. Sleep quality improved in both groups, more strongly with light therapy.</p>
<p>Headaches were reported by 14 people with light therapy and by 9 with the dim lamp. Eight people left the trial. The effect had disappeared three months after the end of the treatment.
Martin Oyelaran, who led the trial, called the result "encouraging but short-lived". An editorial by Sofie Brandt criticised that participants knew which lamp they had.</p>'''),
    'tax': ('What the property tax reform brings', '2024-01-09', '''
<h1>The property tax reform</h1>
<p>From 1 January 2025 the tax on a house will be based on its current value instead of its value in 1964. For the 3.2 million houses of the state the average bill rises from 520 to 610 crowns
a year; about 40 percent of the owners will pay less. Farms are exempt, second homes pay double the rate.</p>
<p>The state expects revenue of 2.0 billion crowns, 290 million crowns more than today. Towns keep three quarters of it, the counties get the remainder. The finance minister, Leo Varga, had
proposed two thirds for the towns; the parliament decided otherwise by 71 votes to 64.</p>
<table><tr><th>Town</th><th>Average bill 2024</th><th>Average bill 2025</th></tr>
<tr><td>Parvis</td><td>480 crowns</td><td>730 crowns</td></tr>
<tr><td>Olmen</td><td>610 crowns</td><td>590 crowns</td></tr>
<tr><td>Dorst</td><td>350 crowns</td><td>420 crowns</td></tr></table>
<p>The constitutional court will rule on a complaint of the house owners' association in 2026.</p>'''),
    'zoo': ('Brackwater zoo: visitors and animals', '2023-12-28', '''
<h1>Brackwater zoo</h1>
<p>The zoo had 684,000 visitors in 2023, the most since 2011. Every fifth visitor came from abroad. It keeps 3,100 animals of 290 species; 44 of the species are threatened.</p>
<p>The elephant Mira gave birth to a calf of 98 kilograms on 17 July 2023, after a pregnancy of 22 months. The calf's father, Ravi, lives at the zoo of Tolm. Two snow leopards were born in
May; one of them died after nine days.</p>
<p>Adults pay 24 euros, children 12 euros. The zoo receives 5.5 million euros a year from the city and earns 14 million euros itself. Its head, Clara Nunes, wants to give up keeping polar
bears in 2028; her predecessor, Gerd Ohlsen, had built the polar bear house in 2004 for 8 million euros.</p>'''),
    'robot': ('The harvest robot Piko', '2024-05-15', '''
<h1>Piko picks strawberries</h1>
<p>The robot Piko was developed by the start-up Fragaro and the University of Wessel. It picks 24 kilograms of strawberries an hour; an experienced worker picks 32 kilograms. It damages 3 percent of the fruit,
workers damage 5 percent. One robot costs 86,000 euros and is expected to last eight years.</p>
<p>Fragaro sold 35 robots in 2023, 21 of them to the Netherlands and 9 to Spain. The company was founded in 2016 by Jonas Wirth and Lea Amsel; Amsel left it in 2021. Wirth says that he "does not want to
replace anybody". The farmers' union doubts that small farms can afford the robot.</p>
<p>In a test of 2022 Piko worked for 19 hours a day, with breaks of five hours for charging. Rain stopped it on 12 of 60 days. A lighter model is planned for 2025.</p>'''),
    'dig': ('Excavations at Tell Marun', '2022-11-11', '''
<h1>Tell Marun</h1>
<p>Excavations at Tell Marun began in 1998 under Yara Haddad and have continued since 2012 under Simon Keller. The town was founded about 2600 BC, covered 38 hectares and was abandoned around 1900 BC.</p>
<p>In 2021 the team found a palace with 52 rooms and an archive of 1,340 clay tablets, of which 410 have been read. Most of the tablets list deliveries of barley and wool. One letter mentions a treaty with the city of
Ubar. Keller believes that a drought drove the people away; Haddad thinks of a war.</p>
<p>The excavation costs 650,000 dollars a season. The Orient Society pays 400,000 dollars, the ministry of culture the rest. Next year the team will dig in the harbour quarter, which lies 700 metres west of the
palace.</p>'''),
}

T = 'true'
SENTENCES = [
    ('## The shipyard', None, None, 'heading'),
    ('In 2022 the yard had delivered four ferries.', 'yard', 'delivered four ferries', 'wrong year', 'contradicted', 'gap'),
    ('Five ships left the yard in 2023.', 'yard', 'delivered four ferries', T),
    ('The yard employs 310 people.', 'yard', 'delivered four ferries', 'merged', 'contradicted', True),
    ('Roughly one employee in seven is an apprentice.', 'yard', 'delivered four ferries', T),
    ('The order book is worth 1.7 million euros.', 'yard', 'delivered four ferries', 'unit', 'contradicted', True),
    ('The Otava was handed over three weeks late.', 'yard', 'The icebreaker Otava', 'comparison', 'contradicted', False),
    ('The Otava cost 40 million euros.', 'yard', 'The icebreaker Otava', 'merged', 'contradicted', True),
    ('The European Union paid for nearly a fifth of the Otava.', 'yard', 'The icebreaker Otava', T),
    ('The Seginus was handed over to the coast guard on 8 December 2023.', 'yard', 'The icebreaker Otava', 'attribution', 'contradicted', True),
    ('Both icebreakers were ordered before 2024.', 'yard', 'The icebreaker Otava', 'over-generalised', 'contradicted', 'gap'),
    ('The union blamed a welder\'s torch for the fire.', 'yard', 'In May 2023 a fire', 'attribution', 'contradicted', True),
    ('After the fire in May 2023 nothing was built for eleven days.', 'yard', 'In May 2023 a fire', T),
    ('The fire killed seven workers.', 'yard', 'In May 2023 a fire', 'changed', 'contradicted', False),
    ('The yard has spent 9 million euros on fire protection.', 'yard', 'In May 2023 a fire', 'target for fact', 'contradicted', True),
    ('## Sleep', None, None, 'heading'),
    ('The group with the dim lamp had four members fewer than the other one.', 'sleep', 'assigned 240 adults', T),
    ('Of the 240 adults, 118 received light therapy.', 'sleep', 'assigned 240 adults', 'swapped', 'contradicted', 'gap'),
    ('Men made up 61 percent of the participants.', 'sleep', 'assigned 240 adults', 'swapped', 'contradicted', True),
    ('About four participants in ten were men.', 'sleep', 'assigned 240 adults', T),
    ('The treatment lasted six months.', 'sleep', 'assigned 240 adults', 'unit', 'contradicted', True),
    ('With the dim lamp people fell asleep 19 minutes earlier.', 'sleep', 'fell asleep 19 minutes earlier', 'swapped', 'contradicted', True),
    ('In the therapy group the time awake at night went down by 23 minutes.', 'sleep', 'fell asleep 19 minutes earlier', T),
    ('In the therapy group the time awake at night went down by 41 minutes.', 'sleep', 'fell asleep 19 minutes earlier', 'derived number wrong', 'contradicted', True),
    ('In the other group the time awake fell from 62 to 41 minutes.', 'sleep', 'fell asleep 19 minutes earlier', 'range', 'contradicted', True),
    ('Sleep quality improved only with light therapy.', 'sleep', 'fell asleep 19 minutes earlier', 'over-generalised', 'contradicted', False),
    ('Headaches were more frequent with the dim lamp.', 'sleep', 'Headaches were reported', 'comparison', 'contradicted', True),
    ('In all, 23 people reported headaches.', 'sleep', 'Headaches were reported', T),
    ('Sofie Brandt called the result "encouraging but short-lived".', 'sleep', 'Headaches were reported', 'attribution', 'contradicted', True),
    ('Martin Oyelaran called the result "convincing but short-lived".', 'sleep', 'Headaches were reported', 'quotation altered', 'contradicted', True),
    ('The effect lasted for at least three months after the treatment.', 'sleep', 'Headaches were reported', 'negated', 'contradicted', False),
    ('## The tax', None, None, 'heading'),
    ('The average bill goes up by 90 crowns.', 'tax', 'will be based on its current value', T),
    ('The average bill rises to 520 crowns.', 'tax', 'will be based on its current value', 'range', 'contradicted', True),
    ('About 40 percent of the owners will pay more.', 'tax', 'will be based on its current value', 'changed', 'contradicted', False),
    ('Six owners in ten will not pay less.', 'tax', 'will be based on its current value', T),
    ('Farms pay double the rate.', 'tax', 'will be based on its current value', 'merged', 'contradicted', False),
    ('Today the tax brings in 1.71 billion crowns.', 'tax', 'The state expects revenue', T),
    ('Today the tax brings in 2.29 billion crowns.', 'tax', 'The state expects revenue', 'derived number wrong', 'contradicted', True),
    ('Towns keep two thirds of the revenue.', 'tax', 'The state expects revenue', 'target for fact', 'contradicted', True),
    ('The counties receive a quarter.', 'tax', 'The state expects revenue', T),
    ('| Town | 2024 | 2025 |', None, None, 'heading'),
    ('|---|---|---|', None, None, 'rule'),
    ('| Parvis | 480 crowns | 730 crowns |', 'tax', '| 480 crowns |', T),
    ('| Dorst | 350 crowns | 590 crowns |', 'tax', '| 350 crowns |', 'changed', 'contradicted', True),
    ('', None, None, 'break'),
    ('In Olmen the average bill rises in 2025.', 'tax', '| 610 crowns |', 'comparison', 'contradicted', True),
    ('In Parvis the bill goes up by more than half.', 'tax', '| 480 crowns |', T),
    ('The average bill in Dorst is higher than in Olmen.', 'tax', '| 350 crowns |', 'comparison', 'contradicted', True),
    ('The constitutional court has rejected the complaint of the house owners.', 'tax', 'The constitutional court will rule', 'target for fact', 'contradicted', False),
    ('## The zoo', None, None, 'heading'),
    ('One visitor in five came from another country.', 'zoo', 'had 684,000 visitors', T),
    ('The zoo keeps 290 animals of 3,100 species.', 'zoo', 'had 684,000 visitors', 'swapped', 'contradicted', True),
    ('Most of the species are threatened.', 'zoo', 'had 684,000 visitors', 'over-generalised', 'contradicted', False),
    ('Mira\'s calf weighed 98 kilograms when it was born in July 2023.', 'zoo', 'The elephant Mira', T),
    ('The elephant Ravi gave birth to a calf on 17 July 2023.', 'zoo', 'The elephant Mira', 'swapped', 'contradicted', True),
    ('The pregnancy lasted 22 weeks.', 'zoo', 'The elephant Mira', 'unit', 'contradicted', True),
    ('Both snow leopards born in May died.', 'zoo', 'The elephant Mira', 'over-generalised', 'contradicted', True),
    ('A child pays half of what an adult pays.', 'zoo', 'Adults pay 24 euros', T),
    ('Children pay 24 euros.', 'zoo', 'Adults pay 24 euros', 'swapped', 'contradicted', True),
    ('With its own earnings and the money of the city the zoo has 19.5 million euros a year.', 'zoo', 'Adults pay 24 euros', T),
    ('The city gives the zoo 14 million euros a year.', 'zoo', 'Adults pay 24 euros', 'merged', 'contradicted', 'gap'),
    ('Clara Nunes built the polar bear house in 2004.', 'zoo', 'Adults pay 24 euros', 'attribution', 'contradicted', True),
    ('## The robot', None, None, 'heading'),
    ('A worker with experience is a third faster than Piko.', 'robot', 'was developed by the start-up', T),
    ('Piko picks 32 kilograms of strawberries an hour.', 'robot', 'was developed by the start-up', 'swapped', 'contradicted', True),
    ('Piko picks more strawberries an hour than an experienced worker.', 'robot', 'was developed by the start-up', 'comparison', 'contradicted', True),
    ('Workers damage more of the fruit than the robot does.', 'robot', 'was developed by the start-up', T),
    ('A robot costs 86,000 dollars.', 'robot', 'was developed by the start-up', 'currency', 'contradicted', True),
    ('Spain bought 21 robots in 2023.', 'robot', 'sold 35 robots in 2023', 'swapped', 'contradicted', True),
    ('Five robots went to other countries than the Netherlands and Spain.', 'robot', 'sold 35 robots in 2023', T),
    ('Jonas Wirth left the company in 2021.', 'robot', 'sold 35 robots in 2023', 'attribution', 'contradicted', True),
    ('Wirth says that he "wants to replace everybody".', 'robot', 'sold 35 robots in 2023', 'quotation altered', 'contradicted', True),
    ('Rain stopped the robot on one day in five.', 'robot', 'In a test of 2022', T),
    ('Rain stopped the robot on 60 days.', 'robot', 'In a test of 2022', 'merged', 'contradicted', True),
    ('A lighter model came out in 2025.', 'robot', 'In a test of 2022', 'target for fact', 'contradicted', False),
    ('## The dig', None, None, 'heading'),
    ('Yara Haddad directed the dig for fourteen years.', 'dig', 'began in 1998 under', T),
    ('Simon Keller began the excavations in 1998.', 'dig', 'began in 1998 under', 'swapped', 'contradicted', True),
    ('The town was inhabited for some 700 years.', 'dig', 'began in 1998 under', T),
    ('The town covered 52 hectares.', 'dig', 'began in 1998 under', 'changed', 'contradicted', True),
    ('So far 930 tablets have not been read.', 'dig', 'a palace with 52 rooms', T),
    ('The archive has 410 tablets.', 'dig', 'a palace with 52 rooms', 'merged', 'contradicted', True),
    ('Simon Keller thinks of a war.', 'dig', 'a palace with 52 rooms', 'attribution', 'contradicted', True),
    ('A drought drove the people away.', 'dig', 'a palace with 52 rooms', 'cause', 'partial', False),
    ('The ministry of culture pays 250,000 dollars a season.', 'dig', 'The excavation costs', T),
    ('The ministry of culture pays 400,000 dollars a season.', 'dig', 'The excavation costs', 'swapped', 'contradicted', True),
    ('The harbour quarter lies 700 kilometres west of the palace.', 'dig', 'The excavation costs', 'unit', 'contradicted', True),
    ('The sources do not say when the palace was built.', None, None, 'remark'),
]
OPENING = [('Five ships left the Kallio yard in 2023, and the ministry of culture pays 250,000 dollars a season for the dig.', 'summary')]
