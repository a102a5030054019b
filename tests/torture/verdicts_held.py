"""Five short webs of other fields (a drug trial, a football club, a mine, a river, a library) and sentences about them.

The errors are conflicts of numbers, dates, names and speakers, and plans told as facts; the true sentences say the same things in awkward
ways. The shape is that of verdicts_material.py. These sentences were written before the program was tried on them.
"""

PAGES = {
    'trial': ('The VESTA trial', '2021-04-11', '''
<h1>The VESTA trial of tirolimab</h1>
<p>The VESTA trial enrolled 1,284 adults with moderate asthma at 63 hospitals in nine countries between March 2017 and August 2019. Of
these, 642 received tirolimab and 642 received a placebo. After 52 weeks, exacerbations had occurred in 118 patients of the tirolimab
group and in 203 of the placebo group.</p>
<p>Serious adverse events were reported by 31 patients on tirolimab and 27 on placebo. Four patients died, three of them in the placebo
group; none of the deaths was attributed to the drug. The lead author, Miriam Okafor of Uppsala, said the result "changes what we can
offer". Paul Reiss, who was not involved in the study, called the effect "real but modest".</p>
<p>The European Medicines Agency is scheduled to decide on the drug in autumn 2022. The manufacturer, Halden Pharma, expects sales of 400
million euros a year.</p>
<h2>Outcome by age</h2>
<table><tr><th>Age</th><th>Patients</th><th>Exacerbations</th><th>Withdrawals</th></tr>
<tr><td>18 to 34</td><td>410</td><td>71</td><td>22</td></tr>
<tr><td>35 to 49</td><td>452</td><td>118</td><td>35</td></tr>
<tr><td>50 to 64</td><td>422</td><td>132</td><td>41</td></tr></table>'''),
    'club': ('Rovers Kestrel: a portrait', '2022-10-01', '''
<h1>Rovers Kestrel</h1>
<p>Rovers Kestrel won the cup on 12 May 2018, beating Aldham Town 3-1 in the final at the Arden stadium. Joanna Teller scored twice and
Priya Nand once; Marit Sole scored for Aldham Town. The match was watched by 41,300 spectators.</p>
<p>The club was founded in 1894 by workers of the Kestrel glassworks. It moved to Fenner Park in 1923 and to the Lockyard stadium in 2006.
Lockyard seats 27,500 people, Fenner Park 18,200.</p>
<p>In 2021 the club earned 14.6 million euros from television and 9.1 million from tickets, and spent 17.8 million euros on wages.
Coach Dana Hurst left in July 2022 and was replaced by Ilse Brandt.</p>
<h2>Seasons</h2>
<table><tr><th>Season</th><th>Points</th><th>Goals</th><th>Rank</th></tr>
<tr><td>2018</td><td>74</td><td>68</td><td>2</td></tr>
<tr><td>2019</td><td>61</td><td>55</td><td>6</td></tr>
<tr><td>2020</td><td>66</td><td>59</td><td>4</td></tr>
<tr><td>2021</td><td>79</td><td>73</td><td>1</td></tr></table>'''),
    'mine': ('The Tarn Hill mine', '2023-02-20', '''
<h1>Tarn Hill</h1>
<p>In March 2016 Corvid Metals bought the Tarn Hill mine from Oreland for 2.4 billion dollars. In 2020 it sold a stake of 30 percent to the
pension fund Meridia for 940 million dollars.</p>
<p>The mine produced 86,000 tonnes of copper in 2021 and 91,500 tonnes in 2022. Zinc output was 12,300 tonnes in 2021 and 10,900 tonnes in
2022.</p>
<p>Chief executive Tom Alder said that the mine "will outlive all of us". The chair of the union, Rosa Quint, said that it "is running on
borrowed time". A new shaft is due to be finished in 2027. It will reach 1,450 metres, 300 metres deeper than the old one, and cost 610
million dollars.</p>'''),
    'river': ('The river Anser', '2020-08-15', '''
<h1>The Anser</h1>
<p>The Anser is 346 kilometres long and rises on Mount Sorrel at 1,120 metres. Its largest tributary, the Lisk, is 158 kilometres long.
The basin covers 9,400 square kilometres, of which 5,100 lie in Dorn and 4,300 in Wessen.</p>
<p>Between 1995 and 2015 six dams were removed, four by the province of Dorn and two by the power company Veltra. Salmon counts rose from
420 in 2001 to 3,900 in 2019, while trout counts fell from 5,200 to 4,700. In 2008 the biologist Karin Holt counted 61 otters in the
upper valley and 17 in the lower valley.</p>
<p>The flood of July 1954 drowned 23 people in Ferrow. In the flood of August 2002 nobody died.</p>'''),
    'library': ('Calder Library', '2022-01-09', '''
<h1>The Calder Library</h1>
<p>The Calder Library opened on 3 September 1931. Its architect was Hugo Lindqvist; the murals were painted by Ada Morven between 1934 and
1937. It holds 1.9 million books, 240,000 maps and 38,000 manuscripts.</p>
<p>In 2010 a renovation began that was planned to take four years and to cost 52 million pounds. It ended in 2017 and cost 81 million
pounds. The library had 310,000 visitors in 2009 and 720,000 in 2019. "We opened a library, not a monument," the director, Nadia
Salim, said in 2018.</p>
<p>The city pays 60 percent of the running costs, the university 25 percent, and donors pay the rest. In 2021 the director proposed to open
on Sundays; the council has not decided.</p>'''),
}

T = 'true'
SENTENCES = [
    ('## The trial', None, None, 'heading'),
    ('Exacerbations occurred in 203 patients who received tirolimab and in 118 who received a placebo.', 'trial', '118 patients of the', 'exchanged', 'contradicted', True),
    ('Half of the 1,284 participants were given a placebo.', 'trial', '642 received a placebo', T),
    ('The trial ran at 36 hospitals in nine countries.', 'trial', '63 hospitals', 'changed', 'contradicted', True),
    ('Exacerbations hit 118 patients on tirolimab but 203 on placebo.', 'trial', '118 patients of the', T),
    ('Enrolment lasted from March 2017 to August 2020.', 'trial', 'August 2019', 'wrong year', 'contradicted', True),
    ('In the placebo group 85 more patients had an exacerbation than in the tirolimab group.', 'trial', '118 patients of the', T),
    ('A total of 321 patients had an exacerbation.', 'trial', '118 patients of the', T),
    ('In total 348 patients had an exacerbation.', 'trial', '118 patients of the', 'wrong sum', 'contradicted', True),
    ('The tirolimab group had 75 fewer patients with exacerbations than the placebo group.', 'trial', '118 patients of the', 'wrong difference', 'contradicted', True),
    ('Serious adverse events hit 27 patients on tirolimab and 31 on placebo.', 'trial', '31 patients on tirolimab', 'exchanged', 'contradicted', True),
    ('Serious adverse events were slightly more common with tirolimab (31) than with placebo (27).', 'trial', '31 patients on tirolimab', T),
    ('One of the four deaths occurred in the tirolimab group.', 'trial', 'Four patients died', T),
    ('Miriam Okafor said that the result "changes what we can offer".', 'trial', 'changes what we can', T),
    ('Outside expert Paul Reiss found the effect "real but modest".', 'trial', 'real but modest', T),
    ('Paul Reiss said the result "changes what we can offer".', 'trial', 'changes what we can', 'speaker', 'contradicted', True),
    ('The trial was led by Miriam Okafor of Lund.', 'trial', 'Miriam Okafor of Uppsala', 'name', 'contradicted', True),
    ('The European Medicines Agency decided on the drug in autumn 2022.', 'trial', 'is scheduled to decide', 'plan for fact', 'contradicted', True),
    ('A decision of the European Medicines Agency is due in autumn 2022.', 'trial', 'is scheduled to decide', T),
    ('Halden Pharma earns 400 million euros a year with the drug.', 'trial', 'expects sales of', 'plan for fact', 'contradicted', False),
    ('In the group aged 35 to 49, 132 patients had an exacerbation.', 'trial', '| 35 to 49', 'row', 'contradicted', True),
    ('Among those aged 50 to 64, 132 had an exacerbation and 41 withdrew.', 'trial', '| 50 to 64', T),
    ('Withdrawals numbered 41 among patients aged 18 to 34.', 'trial', '| 18 to 34', 'row', 'contradicted', True),
    ('Of the 410 patients aged 18 to 34, 22 withdrew.', 'trial', '| 18 to 34', T),
    ('## The club', None, None, 'heading'),
    ('Aldham Town beat Rovers Kestrel 3-1 in the final.', 'club', 'beating Aldham Town 3-1', 'swapped', 'contradicted', True),
    ('Aldham Town lost the final of 2018 by three goals to one.', 'club', 'beating Aldham Town 3-1', T),
    ('Priya Nand scored twice and Joanna Teller once.', 'club', 'scored twice', 'exchanged', 'contradicted', True),
    ('Joanna Teller scored two of the three goals of Rovers Kestrel.', 'club', 'scored twice', T),
    ('The cup final of May 2018 drew about 41,000 spectators.', 'club', '41,300', T),
    ('Spectators at the final numbered 31,400.', 'club', '41,300', 'changed', 'contradicted', True),
    ('The club moved to Fenner Park in 2006.', 'club', 'moved to Fenner Park', 'wrong year', 'contradicted', True),
    ('The club spent 83 years at Fenner Park.', 'club', 'moved to Fenner Park', T),
    ('Fenner Park seats 27,500 people.', 'club', 'Lockyard seats', 'exchanged', 'contradicted', True),
    ('Lockyard, the home since 2006, has 9,300 more seats than Fenner Park.', 'club', 'Lockyard seats', T),
    ('Television brought the club 9.1 million euros in 2021.', 'club', 'from television', 'exchanged', 'contradicted', True),
    ('Television and tickets together brought in 25.7 million euros.', 'club', 'from television', 'wrong sum', 'contradicted', True),
    ('Television and tickets together came to 23.7 million euros in 2021, 5.9 million more than wages.', 'club', 'from television', T),
    ('Dana Hurst replaced Ilse Brandt as coach in July 2022.', 'club', 'was replaced by Ilse', 'swapped', 'contradicted', True),
    ('Since July 2022 the coach has been Ilse Brandt, who followed Dana Hurst.', 'club', 'was replaced by Ilse', T),
    ('In 2019 the club won 66 points.', 'club', '| 2019', 'row', 'contradicted', True),
    ('In 2019 the club came sixth with 61 points.', 'club', '| 2019', T),
    ('The club scored 73 goals in 2020.', 'club', '| 2020', 'row', 'contradicted', True),
    ('The best season was 2021, with 79 points and 73 goals.', 'club', '| 2021', T),
    ('## The mine', None, None, 'heading'),
    ('In 2016 Corvid Metals acquired Tarn Hill for 2.1 billion dollars.', 'mine', '2.4 billion', 'changed', 'contradicted', True),
    ('Oreland sold the Tarn Hill mine for 2.4 billion dollars in 2016.', 'mine', '2.4 billion', T),
    ('Oreland bought the Tarn Hill mine from Corvid Metals in March 2016.', 'mine', '2.4 billion', 'swapped', 'contradicted', True),
    ('Meridia paid 840 million dollars for its stake of 30 percent.', 'mine', '940 million', 'changed', 'contradicted', True),
    ('Meridia owns 30 percent of the mine, for which it paid 940 million dollars.', 'mine', '940 million', T),
    ('Zinc output grew from 10,900 tonnes in 2021 to 12,300 tonnes in 2022.', 'mine', 'Zinc output was', 'exchanged', 'contradicted', True),
    ('Copper output grew by 5,500 tonnes, or 6.4 percent, from 2021 to 2022.', 'mine', '86,000 tonnes', T),
    ('Copper production rose by 6,500 tonnes between 2021 and 2022.', 'mine', '86,000 tonnes', 'wrong difference', 'contradicted', True),
    ('While copper output rose to 91,500 tonnes in 2022, zinc output fell to 10,900.', 'mine', 'Zinc output was', T),
    ('According to Rosa Quint, the mine "will outlive all of us".', 'mine', 'will outlive all', 'speaker', 'contradicted', True),
    ('Rosa Quint, who chairs the union, said the mine "is running on borrowed time".', 'mine', 'borrowed time', T),
    ('The chief executive is more hopeful: the mine "will outlive all of us", Tom Alder said.', 'mine', 'will outlive all', T),
    ('The new shaft was finished in 2027.', 'mine', 'is due to be finished', 'plan for fact', 'contradicted', True),
    ('Work on the new shaft is expected to end in 2027.', 'mine', 'is due to be finished', T),
    ('The old shaft reaches 1,250 metres.', 'mine', '300 metres deeper', 'wrong difference', 'contradicted', True),
    ('The old shaft is 1,150 metres deep.', 'mine', '300 metres deeper', T),
    ('## The river', None, None, 'heading'),
    ('The Lisk, a tributary, is 346 kilometres long.', 'river', '158 kilometres', 'exchanged', 'contradicted', True),
    ('The Anser is more than twice as long as the Lisk.', 'river', '158 kilometres', T),
    ('Veltra removed four dams, the province of Dorn two.', 'river', 'two by the power', 'exchanged', 'contradicted', True),
    ('Dorn removed twice as many dams as Veltra.', 'river', 'two by the power', T),
    ('Salmon numbers grew from 420 in 2001 to 4,700 in 2019.', 'river', '3,900 in 2019', 'exchanged', 'contradicted', True),
    ('Trout declined by 500 between 2001 and 2019.', 'river', '3,900 in 2019', T),
    ('Karin Holt counted 17 otters in the upper valley in 2008.', 'river', '61 otters', 'exchanged', 'contradicted', True),
    ('In 2008 the two valleys together had 78 otters, 61 of them in the upper one.', 'river', '61 otters', T),
    ('The flood of August 2002 drowned 23 people in Ferrow.', 'river', 'drowned 23', 'merged', 'contradicted', True),
    ('Nobody died in the flood of 2002, unlike in 1954, when 23 people drowned in Ferrow.', 'river', 'drowned 23', T),
    ('Dorn and Wessen share a basin of 9,800 square kilometres.', 'river', '9,400 square', 'changed', 'contradicted', True),
    ('A little more than half of the basin lies in Dorn.', 'river', '9,400 square', T),
    ('The river rises on Mount Sorrel, 1.12 kilometres above the sea.', 'river', '1,120 metres', T),
    ('## The library', None, None, 'heading'),
    ('Ada Morven designed the library, and Hugo Lindqvist painted its murals.', 'library', 'painted by Ada', 'swapped', 'contradicted', True),
    ('Hugo Lindqvist was the architect; Ada Morven painted the murals.', 'library', 'painted by Ada', T),
    ('The library keeps 38,000 maps.', 'library', '240,000 maps', 'exchanged', 'contradicted', True),
    ('For every manuscript the library holds 50 books.', 'library', '240,000 maps', T),
    ('The renovation cost 52 million pounds.', 'library', '52 million', 'plan for fact', 'contradicted', True),
    ('The renovation took seven years instead of four and cost 29 million pounds more than planned.', 'library', '52 million', T),
    ('The number of visitors more than tripled between 2009 and 2019.', 'library', '720,000', 'wrong ratio', 'contradicted', True),
    ('Visitor numbers more than doubled between 2009 and 2019.', 'library', '720,000', T),
    ('Nadia Salim, the director, said in 2018 that they had opened "a library, not a monument".', 'library', 'not a monument', T),
    ('The university carries 60 percent of the running costs.', 'library', '60 percent', 'exchanged', 'contradicted', True),
    ('Donors cover 15 percent of the running costs.', 'library', '60 percent', T),
    ('Donors pay 20 percent of the running costs.', 'library', '60 percent', 'wrong sum', 'contradicted', True),
    ('The council has yet to decide on the proposal to open on Sundays.', 'library', 'has not decided', T),
    ('The library has been open on Sundays since 2021.', 'library', 'proposed to open', 'plan for fact', 'contradicted', False),
    ('## What is uncertain', None, None, 'heading'),
    ('The sources do not say what the drug costs.', None, None, 'remark'),
]
OPENING = [
    ('The Calder Library opened in 1931, and the Tarn Hill mine was bought by Corvid Metals in 2016.', 'summary'),
]
