"""A small web about a town's heat network and what a report says about it, right and wrong.

PAGES: what the sources say. SENTENCES: a report of claims, each with the words of the page it rests on (`rests`), and what is true
of it: 'true' (the passage carries it), or the kind of error that was put in. `verdict` is what somebody who reads carefully says
about an error; `provable` means that code alone can point at the difference; 'gap': it should, and does not yet.
"""

PAGES = {
    'network': ('Harlow Bay heat network: facts', '2024-05-02', '''
<h1>Harlow Bay heat network</h1>
<p>The heat network of Harlow Bay was opened on 14 March 2019 by the mayor, Edith Crane. It supplies 4,200 homes and 36 public
buildings through 58 kilometres of pipe. The municipal utility Norwell Energy owns the pipes, and the cooperative Brinewater runs
the pumping stations.</p>
<p>Construction cost 71 million euros, of which the state paid 28 million. The budget approved in 2015 had been 64 million euros.
Delays at the harbour crossing explain most of the overrun, according to the city's auditor.</p>
<h2>Heat sources</h2>
<p>Three sources feed the network: a seawater heat pump of 22 megawatts, a waste incinerator of 15 megawatts and a straw boiler of
8 megawatts. The heat pump delivered 61 percent of the heat in 2023, up from 44 percent in 2020.</p>
<h2>Prices</h2>
<table><tr><th>Year</th><th>Price per MWh</th><th>Connected homes</th></tr>
<tr><td>2020</td><td>92 euros</td><td>2,900</td></tr>
<tr><td>2021</td><td>88 euros</td><td>3,350</td></tr>
<tr><td>2022</td><td>101 euros</td><td>3,800</td></tr>
<tr><td>2023</td><td>95 euros</td><td>4,200</td></tr></table>'''),
    'audit': ('Auditor of Harlow Bay: report on the heat network', '2023-11-20', '''
<h1>Report of the auditor</h1>
<p>The auditor found no evidence that contracts were awarded unlawfully. Two of the five tenders received only one bid. The auditor
recommends that every tender above 500,000 euros be published for at least 60 days.</p>
<p>Norwell Energy lent Brinewater 3.5 million euros in 2018, at an interest rate of 2.1 percent. Brinewater has repaid about half
of the loan. The utility expects to recover the rest by 2027.</p>
<p>Complaints about cold radiators fell from 310 in 2021 to 124 in 2023. Most of the remaining complaints came from the old harbour
quarter, where pipes are insulated with mineral wool.</p>
<h2>Staff</h2>
<p>The network employs 47 people, 19 of them women. Twelve technicians were trained at the Ostmark college between 2019 and 2022.
In an anonymous survey a majority of the staff, but not all, said that night shifts are understaffed.</p>'''),
    'pump': ('The seawater heat pump, a technical note', '2022-09-08', '''
<h1>Seawater heat pump</h1>
<p>The pump takes in water at a depth of 18 metres, where the temperature stays between 4 and 11 degrees Celsius all year. It uses
ammonia as refrigerant. In winter its coefficient of performance is 3.1; in summer it reaches 4.0.</p>
<p>Marine biologists of the Tolland Institute observed the outlet for two years. They did not find any change in the number of
species, but they warned that the effect of a warmer sea is not known. The institute will repeat the survey in 2026.</p>
<p>The manufacturer, Kessel Maskin, guarantees an availability of 96 percent. In its first full year the pump stood still for 19
days, because jellyfish blocked the intake filters. Since a curtain of air bubbles was installed in 2021, no blockage has been
reported.</p>
<ul><li>Intake: two screens of titanium</li><li>Compressors: four screw compressors, one in reserve</li><li>Outlet: 240 metres
from the shore</li></ul>'''),
    'plan': ('Council of Harlow Bay: heat plan 2030', '2024-02-15', '''
<h1>Heat plan 2030</h1>
<p>The council plans to connect 7,000 homes by 2030. A second heat pump of 12 megawatts is to be built at Saltmarsh if the state
approves a grant of 9 million euros. The council rejected a proposal to ban gas boilers in existing houses.</p>
<p>Emissions of the network were 18,400 tonnes of carbon dioxide in 2020 and 11,900 tonnes in 2023. The plan aims to bring them below
4,000 tonnes by 2030. Councillor Imre Vance called the target "ambitious, but within reach".</p>
<p>Households pay a connection fee of 1,800 euros; households with low incomes pay nothing. Tenants may not be charged more than
the landlord pays. Opposition members doubt that the fee covers the cost of a connection, which is between 4,500 and 6,000
euros.</p>'''),
    'history': ('A short history of heating in Harlow Bay', '2021-06-30', '''
<h1>Heating in Harlow Bay</h1>
<p>Until 1958 most houses were heated with peat. The gasworks on Quay Street closed in 1974 after an explosion that injured nine
people. In 1986 a first attempt at district heating failed because the paper mill, its only customer, went bankrupt.</p>
<p>In 2011 the town bought the gas grid from Ferrum Gas for 12 million pounds. Ferrum Gas sued the town over the price in 2013 and
lost. The historian Lene Abbot argues that the purchase made the later heat network possible.</p>
<p>Harlow Bay has 31,000 inhabitants. It is the third-largest town of the county, after Tolland and Port Ember.</p>'''),
    'survey': ('Survey of residents 2023', '2023-12-04', '''
<h1>Residents about the heat network</h1>
<p>In October 2023 the Tolland Institute asked 1,020 residents about the network. Of those connected, 78 percent were satisfied, 13
percent were not, and the rest gave no answer. Few of the residents who are not connected intend to join before 2026.</p>
<p>Satisfaction is higher among owners than among tenants. Older residents more often mentioned noise during construction. The
survey does not show whether lower bills cause the satisfaction, its authors write.</p>
<p>Four in ten respondents did not know who owns the network. When asked for the main advantage, respondents named reliability
first, price second and climate protection third.</p>'''),
}

# (text, page, words of the page it rests on, kind, verdict of a careful reader, provable by code)
T = 'true'
SENTENCES = [
    ('## The network', None, None, 'heading'),
    ('Edith Crane, the mayor, opened the heat network of Harlow Bay on 14 March 2019.', 'network', 'was opened on 14 March 2019', T),
    ('The pipes are 58 kilometres long and reach 4,200 homes and 36 public buildings.', 'network', '58 kilometres of pipe', T),
    ('Brinewater owns the pipes, and Norwell Energy runs the pumping stations.', 'network', 'Norwell Energy owns the pipes', 'swapped', 'contradicted', True),
    ('Construction cost 71 million euros.', 'network', 'Construction cost 71 million euros', T),
    ('The state paid 28 million euros, about 39 percent of the cost.', 'network', 'the state paid 28 million', T),
    ('The network became 7 million euros more expensive than the budget of 2015.', 'network', 'had been 64 million', T),
    ('The overrun amounted to 17 million euros.', 'network', 'had been 64 million', 'derived number wrong', 'contradicted', False),
    ('The whole overrun was caused by delays at the harbour crossing.', 'network', 'explain most of the overrun', 'over-generalised', 'partial', True),
    ('Three heat sources feed the network.', 'network', 'Three sources feed the network', T),
    ('Together the three sources reach 45 megawatts.', 'network', 'Three sources feed the network', T),
    ('The seawater heat pump has 2.2 megawatts.', 'network', 'seawater heat pump of 22 megawatts', 'unit', 'contradicted', True),
    ('In 2023 the pump delivered 61 percent of the heat, 17 percentage points more than in 2020.', 'network', '61 percent of the heat in 2023', T),
    ('The share of the heat pump fell between 2020 and 2023.', 'network', '61 percent of the heat in 2023', 'comparison', 'contradicted', False),
    ('| Year | Price per MWh | Homes |', None, None, 'heading'),
    ('|---|---|---|', None, None, 'rule'),
    ('| 2020 | 92 euros | 2,900 |', 'network', '| 92 euros |', T),
    ('| 2022 | 110 euros | 3,800 |', 'network', '| 101 euros |', 'changed', 'contradicted', True),
    ('| 2023 | 95 euros | 4,200 |', 'network', '| 95 euros |', T),
    ('', None, None, 'break'),
    ('The number of connected homes rose from 2,900 in 2020 to 4,200 in 2023.', 'network', '| 95 euros |', T),
    ('A megawatt hour cost 95 dollars in 2023.', 'network', '| 95 euros |', 'currency', 'contradicted', True),
    ('## What the auditor found', None, None, 'heading'),
    ('The auditor found no evidence of unlawful contracts.', 'audit', 'no evidence that contracts', T),
    ('The auditor found evidence that contracts were awarded unlawfully.', 'audit', 'no evidence that contracts', 'negated', 'contradicted', True),
    ('Only a single bid came in for two of the five tenders.', 'audit', 'received only one bid', T),
    ('Tenders above 50,000 euros should be published for at least 60 days, the auditor recommends.', 'audit', 'above 500,000 euros', 'changed', 'contradicted', True),
    ('Brinewater lent Norwell Energy 3.5 million euros in 2018.', 'audit', 'lent Brinewater 3.5 million', 'swapped', 'contradicted', True),
    ('Norwell Energy lent Brinewater 3.5 million euros in 2016.', 'audit', 'lent Brinewater 3.5 million', 'wrong year', 'contradicted', True),
    ('About half of the loan has been paid back.', 'audit', 'repaid about half', T),
    ('Brinewater has repaid the whole loan.', 'audit', 'repaid about half', 'changed', 'contradicted', True),
    ('The utility has recovered the rest of the loan.', 'audit', 'expects to recover the rest', 'target for fact', 'contradicted', True),
    ('Complaints about cold radiators fell by 60 percent between 2021 and 2023.', 'audit', 'fell from 310 in 2021', T),
    ('Complaints about cold radiators rose from 124 in 2021 to 310 in 2023.', 'audit', 'fell from 310 in 2021', 'comparison', 'contradicted', True),
    ('Mineral wool causes the complaints in the old harbour quarter.', 'audit', 'insulated with mineral wool', 'cause', 'partial', False),
    ('Of the 47 employees, 28 are men.', 'audit', '19 of them women', T),
    ('A dozen technicians were trained at the Ostmark college from 2019 to 2022.', 'audit', 'Twelve technicians were trained', T),
    ('All of the staff said that night shifts are understaffed.', 'audit', 'a majority of the staff', 'over-generalised', 'contradicted', True),
    ('## The heat pump', None, None, 'heading'),
    ('The pump takes its water from a depth of 1,800 centimetres.', 'pump', 'at a depth of 18 metres', T),
    ('The water there stays between 4 and 11 degrees Celsius all year.', 'pump', 'between 4 and 11 degrees', T),
    ('The water there has between 4 and 17 degrees Celsius.', 'pump', 'between 4 and 11 degrees', 'range', 'contradicted', True),
    ('Ammonia serves as the refrigerant.', 'pump', 'ammonia as refrigerant', T),
    ('The pump works better in winter than in summer.', 'pump', 'In winter its coefficient', 'comparison', 'contradicted', False),
    ('Biologists saw no change in the number of species over two years.', 'pump', 'did not find any change', T),
    ('The effect of a warmer sea is not known, they warn.', 'pump', 'effect of a warmer sea', T),
    ('The Tolland Institute repeated the survey in 2026.', 'pump', 'will repeat the survey', 'target for fact', 'contradicted', True),
    ('Norwell Energy guarantees an availability of 96 percent.', 'pump', 'guarantees an availability', 'attribution', 'contradicted', False),
    ('In its first full year the pump stood still for 19 days because of jellyfish.', 'pump', 'stood still for 19', T),
    ('First, jellyfish blocked the intake filters.', 'pump', 'jellyfish blocked the intake', T),
    ('Second, a curtain of air bubbles was installed in 2021.', 'pump', 'curtain of air bubbles', T),
    ('One of the four compressors is held in reserve.', 'pump', 'four screw compressors', T),
    ('The outlet lies about a quarter of a kilometre from the shore.', 'pump', '240 metres', T),
    ('## Plans', None, None, 'heading'),
    ('The council connected 7,000 homes by 2030.', 'plan', 'plans to connect 7,000', 'target for fact', 'contradicted', True),
    ('If the state approves a grant of 9 million euros, a second pump of 12 megawatts will be built at Saltmarsh.', 'plan', 'is to be built at Saltmarsh', T),
    ('The council banned gas boilers in existing houses.', 'plan', 'rejected a proposal to ban', 'negated', 'contradicted', True),
    ('Emissions fell from 18,400 tonnes in 2020 to 11,900 tonnes in 2023, a fall of 35 percent.', 'plan', '11,900 tonnes in 2023', T),
    ('By 2030 they are to be below 4,000 tonnes.', 'plan', 'below', T),
    ('Councillor Imre Vance called the target "unrealistic, but within reach".', 'plan', 'ambitious, but within reach', 'quotation altered', 'contradicted', True),
    ('Households with low incomes pay no connection fee; others pay 1,800 euros.', 'plan', 'connection fee of 1,800', T),
    ('A connection costs between 4,500 and 8,000 euros.', 'plan', 'between 4,500 and 6,000', 'range', 'contradicted', True),
    ('According to opposition members, the fee may not cover the cost of a connection.', 'plan', 'Opposition members doubt', T),
    ('The council says that the fee does not cover the cost of a connection.', 'plan', 'Opposition members doubt', 'attribution', 'contradicted', False),
    ('## History', None, None, 'heading'),
    ('Peat heated most houses until 1958.', 'history', 'heated with peat', T),
    ('The gasworks on Quay Street closed in 1974 after an explosion that killed nine people.', 'history', 'explosion that injured nine', 'changed', 'contradicted', False),
    ('The town bought the gas grid from Ferrum Gas for 12 million pounds in 2011.', 'history', 'bought the gas grid', T),
    ('Ferrum Gas bought the gas grid from the town in 2011.', 'history', 'bought the gas grid', 'swapped', 'contradicted', True),
    ('The town bought the gas grid from Ferrum Gas for 12 million euros.', 'history', 'bought the gas grid', 'currency', 'contradicted', True),
    ('Ferrum Gas won its suit against the town.', 'history', 'sued the town', 'negated', 'contradicted', False),
    ('Two towns of the county are larger than Harlow Bay.', 'history', 'third-largest town', T),
    ('In 1986 an explosion at the paper mill ended the first attempt at district heating.', 'history', 'first attempt at district', 'merged', 'contradicted', False),
    ('## What residents say', None, None, 'heading'),
    ('More than three quarters of the connected residents are satisfied.', 'survey', '78 percent were satisfied', T),
    ('About one in eight connected residents is not satisfied.', 'survey', '78 percent were satisfied', T),
    ('Many of the residents who are not connected intend to join before 2026.', 'survey', 'Few of the residents', 'over-generalised', 'contradicted', True),
    ('Owners are more satisfied than tenants.', 'survey', 'Satisfaction is higher', T),
    ('Tenants are more satisfied than owners.', 'survey', 'Satisfaction is higher', 'comparison', 'contradicted', False),
    ('Lower bills cause the satisfaction, the authors write.', 'survey', 'does not show whether', 'cause', 'contradicted', True),
    ('Four in ten respondents could not say who owns the network.', 'survey', 'Four in ten', T),
    ('Respondents named price as the main advantage.', 'survey', 'named reliability', 'changed', 'contradicted', False),
    ('## What is uncertain', None, None, 'heading'),
    ('The sources do not say how much heat is lost in the pipes.', None, None, 'remark'),
    ('It is unclear whether the grant for the second pump will be approved.', None, None, 'remark'),
    ('The survey and the plan come from different years and are hard to compare.', None, None, 'remark'),
    ('Figures for 2024 were not published when the pages were read.', None, None, 'remark'),
]
OPENING = [
    ('Harlow Bay has had a heat network since 2019; it supplies 4,200 homes and cost 71 million euros.', 'summary'),
    ('Most connected residents are satisfied with it.', 'summary'),
]
