"""A chess federation and its rating, a museum of measuring and one of its globes, a soil survey (in German), a trial of biochar and a conversation with a
soil scientist. Written by one who had not seen the program; pages, report and labels were fixed before it was run on them. The last column says whether a
figure, a date, a unit, a name or a plain negation alone should prove the error, by the writer's judgement ('gap' can only be said after a run)."""

PAGES = {
    'congress': ('Oldmere Chess Federation: minutes of the congress of 27 September 2025', '2025-10-06', '''
<h1>Oldmere Chess Federation: minutes of the congress of 27 September 2025</h1>
<p>The congress met in Tolne town hall. Of the 84 member clubs, 61 were represented, with 148 votes in all. The federation had 5,930 members on 30 June 2025, 410 more than a year earlier; 1,240 of them were under 18 and 760 were women or girls.</p>
<h2>Elections</h2>
<p>Miriam Castell was re-elected president with 96 votes; Dario Venn received 47, and five ballots were blank. Casper Hjort was elected treasurer without an opponent. He succeeds Anneke Roth, who had held the office for eleven years and did not stand again.</p>
<h2>Fees</h2>
<p>The annual fee for adults rises from £32 to £36 on 1 January 2026. Members under 18 go on paying £14. A motion by the Tolne club to abolish the fee for members under 12 failed by 70 votes to 71.</p>
<h2>League</h2>
<p>From the season 2026/27 the first division will have ten teams instead of twelve. Four teams go down in 2026, and two come up. Matches of the first division are to begin at 13:00 rather than at 11:00, except in the last round. The board is asked to examine whether women's teams can be given a league of their own; it is to report in 2026.</p>
<h2>Cheating</h2>
<p>In the last season seven complaints about the use of telephones were received. Two led to a ban, one of six months and one of two years; four were dismissed and one is still open. Metal detectors were used in the last three rounds only.</p>
<h2>Accounts in pounds</h2>
<table><tr><th>Item</th><th>2023/24</th><th>2024/25</th></tr>
<tr><td>Income: members' fees</td><td>146,800</td><td>151,200</td></tr>
<tr><td>Income: sponsors</td><td>52,000</td><td>38,500</td></tr>
<tr><td>Income: tournaments</td><td>22,700</td><td>24,300</td></tr>
<tr><td>Expenditure: youth work</td><td>55,500</td><td>61,000</td></tr>
<tr><td>Expenditure: league</td><td>47,900</td><td>48,400</td></tr>
<tr><td>Expenditure: office</td><td>70,100</td><td>72,600</td></tr>
<tr><td>Expenditure: national teams</td><td>40,200</td><td>44,000</td></tr></table>
<p>The year ended with a deficit of £12,000, after a surplus of £7,800 in 2023/24. The deficit was met from reserves.</p>'''),

    'rating': ('How the national chess rating works', '2025-01-15', '''
<h1>How the national chess rating works</h1>
<p>The national rating was introduced in 1987 and replaced the system of classes. A player receives a rating after nine rated games. Ratings are published on the first day of every odd-numbered month.</p>
<p>The speed with which a rating changes depends on the K-factor. It is 40 for players under 18 and for everybody's first 30 games, 20 for other players below 2300, and 10 for those who have reached 2300 at least once.</p>
<p>A player who wins against an opponent with the same rating gains half of the K-factor in points. A difference of more than 400 points is counted as 400.</p>
<h2>What does not count</h2>
<p>Games with less than 60 minutes for each player count for the rapid rating only. Games on the internet are not rated at all. Whoever has not played a rated game for three years is taken off the list but keeps the rating.</p>
<h2>Have ratings sunk?</h2>
<p>Between 2010 and 2023 the mean rating fell from 1,612 to 1,498. Pia Lund and Owen Strand, who examined this for the federation, see the main reason in the many children who enter at a low rating; they do not believe that the players have become weaker. To make up for this, 35 points were added to every rating below 1,600 on 1 March 2024.</p>'''),

    'museum': ('Hallam Museum of Measuring: review of 2025', '2026-02-10', '''
<h1>Hallam Museum of Measuring: review of 2025</h1>
<p>In 2025 the museum counted 68,400 visitors, the highest figure since it was opened in 1979, apart from the jubilee year 2004. Of these, 41,700 paid for admission; 26,700 had free entry, most of them pupils.</p>
<p>The exhibition "The Weight of Things" was open from 3 April to 28 September and drew 22,300 people. It was to close on 31 August but was prolonged.</p>
<h2>Collection</h2>
<p>The collection grew by 137 objects to about 19,200. Of the new objects 92 were gifts, 31 were bought and 14 came by exchange. The most expensive purchase was a brass balance of 1742 by Jan Verhoek, for which £48,000 was paid, half of it by the Friends of the Museum. About 2 per cent of the collection is on display.</p>
<p>An inventory begun in 2021 has now covered 15,360 objects. It found 43 objects that were not in the catalogue, and could not find 18 that are.</p>
<h2>Building</h2>
<p>The roof of the east wing was renewed between January and May at a cost of £415,000, which was £35,000 less than estimated. The lift could not be installed, since the supplier went bankrupt in July; a new contract has been placed, and the lift should be working by the autumn of 2026.</p>
<h2>Staff and hours</h2>
<p>The museum has 23 posts, of which two are vacant, and 64 volunteers. Since October it has been closed on Mondays and Tuesdays; before, it was closed on Mondays only. The director, Leonie Marsh, will leave at the end of June 2026; her successor has not been named.</p>
<p>"A museum that only keeps things is a cupboard," she writes in the foreword. "One that only shows them is a shop window."</p>'''),

    'globe': ('The Hallam globe: where it came from', '2025-08-19', '''
<h1>The Hallam globe: where it came from</h1>
<p>The celestial globe in room 6 of the Hallam Museum was long thought to have been made in Leiden around 1650. An examination in 2024 has shown that this cannot be right. Its paper contains a pigment, Prussian blue, that was not made before 1706.</p>
<p>Ottilie Brandt of the University of Tolne, who led the examination, dates the globe to between 1715 and 1730 and thinks that Nuremberg is the most likely place. Her colleague Piet Saal prefers Amsterdam. Both agree that the stand is older than the globe itself.</p>
<h2>The purchase</h2>
<p>The museum bought the globe in 1983 from the dealers Harcourt and Lisle for £26,000. The dealers had said that it came from a castle in Bohemia. No record of it has been found there. In 1938 a globe of the same size belonged to the Prague collector Emil Adler, who fled in 1939 and died in Buenos Aires in 1951. Whether it is the same globe is open.</p>
<p>The museum has informed Adler's granddaughter, who lives in Rosario. She has not asked for the globe to be returned but wishes its history to be told in full. Until the matter has been settled the globe will not be lent.</p>
<p>Of the 61 objects that the museum bought from Harcourt and Lisle between 1979 and 1991, the origin of 38 is regarded as clear and that of 17 as doubtful; six have not yet been examined.</p>'''),

    'boden': ('Bodenzustand im Landkreis Osterlehe: Ergebnisse der zweiten Erhebung', '2025-04-03', '''
<h1>Bodenzustand im Landkreis Osterlehe: Ergebnisse der zweiten Erhebung</h1>
<p>Zwischen März und Oktober 2024 wurden im Landkreis Osterlehe an 186 Standorten Bodenproben genommen, 112 davon auf Äckern, 49 auf Grünland und 25 im Wald. Die erste Erhebung hatte 2004 an denselben Standorten stattgefunden.</p>
<h2>Organischer Kohlenstoff und Säuregrad</h2>
<table><tr><th>Nutzung</th><th>Kohlenstoff 2004 (%)</th><th>Kohlenstoff 2024 (%)</th><th>pH-Wert 2024</th></tr>
<tr><td>Acker</td><td>1,72</td><td>1,58</td><td>6,3</td></tr>
<tr><td>Grünland</td><td>3,41</td><td>3,44</td><td>5,8</td></tr>
<tr><td>Wald</td><td>4,90</td><td>5,12</td><td>4,1</td></tr></table>
<p>Auf den Äckern ist der Gehalt an organischem Kohlenstoff deutlich gesunken. Die Veränderung auf Grünland ist statistisch nicht gesichert. Als Ursache auf den Äckern vermuten die Verfasser den Rückgang der Viehhaltung und damit des Stallmists; bewiesen ist das nicht.</p>
<h2>Schadstoffe und Regenwürmer</h2>
<p>Der Grenzwert für Cadmium wurde an drei Standorten überschritten, die alle im Tal der Lehe unterhalb der alten Zinkhütte liegen. Blei lag überall unter dem Grenzwert.</p>
<p>Regenwürmer wurden zum ersten Mal gezählt: im Mittel 84 je Quadratmeter auf gepflügten und 197 auf nicht gepflügten Äckern.</p>
<h2>Kosten</h2>
<p>Die zweite Erhebung kostete 420.000 Euro; davon trug das Land 60 Prozent, den Rest der Landkreis. Die dritte Erhebung ist für 2034 geplant. Geleitet wurde die Erhebung von Dr. Frauke Siemers; die Proben wurden in einem Labor in Kassel untersucht.</p>'''),

    'biochar': ('Biochar on sandy soil: a field trial over six years', '2025-11-12', '''
<h1>Biochar on sandy soil: a field trial over six years</h1>
<p>From 2018 to 2023 we compared plots with and without biochar on a sandy soil near Lower Brack. There were 24 plots of 50 square metres each, eight for each of three treatments: no biochar, 10 tonnes per hectare and 30 tonnes per hectare. The biochar was made from straw and was worked in once, in March 2018.</p>
<table><tr><th>Treatment</th><th>Barley, mean of six years (t/ha)</th><th>Water held (mm)</th><th>pH in 2023</th></tr>
<tr><td>No biochar</td><td>4.8</td><td>61</td><td>5.4</td></tr>
<tr><td>10 t/ha</td><td>5.1</td><td>66</td><td>5.7</td></tr>
<tr><td>30 t/ha</td><td>5.2</td><td>78</td><td>6.2</td></tr></table>
<p>The difference in yield between no biochar and 10 tonnes was significant, that between 10 and 30 tonnes was not. The gain was largest in the dry years 2018 and 2022 and could not be seen in the wet year 2021.</p>
<p>Nitrous oxide was measured in the first two years only. Emissions were 22 per cent lower with 30 tonnes; with 10 tonnes there was no measurable effect.</p>
<h2>Does it pay?</h2>
<p>At a price of £380 a tonne the smaller amount would pay for itself after some 19 years at present grain prices; the larger amount would not do so within the life of the farm lease, which is 25 years. We therefore cannot recommend biochar for barley on economic grounds alone.</p>
<h2>Limits</h2>
<p>Earthworms were fewer in the plots with 30 tonnes during the first year but not afterwards. The results hold for a sandy soil with a low pH; on clay a trial is under way at Stoke Ferrars, and results are expected in 2027.</p>
<p>The trial was paid for by the Farm Levy Board. The biochar was given by Carbosoil Ltd, which had no influence on the evaluation.</p>'''),

    'marquand': ('Soil is slow: a conversation with Edda Marquand', '2024-07-30', '''
<h1>Soil is slow: a conversation with Edda Marquand</h1>
<p>Edda Marquand was born in 1951, studied in Uppsala and Reading and led the Institute of Soil Science at Tolne from 1994 until 2016. She wrote the textbook "Ground Rules", which has been translated into nine languages.</p>
<p>Asked what she regards as her most important work, she names neither the textbook nor the soil map of 2003 but a small study of mosses that took her eleven years. "Nobody read it," she says, "and it is the only thing I am sure of."</p>
<p>She did not invent the spade test, as is often said; it goes back to Johannes Görbing, who described it in the 1930s. What she did was to give it a scale of five points.</p>
<p>On no-till farming she is cautious. It saves fuel and earthworms, she says, but as a rule it does not raise the total amount of carbon; it shifts the carbon towards the surface. She thinks that the effect of cover crops is underrated.</p>
<p>Her prediction of 1998 that half of the fields of the region would be without hedges by 2020 did not come true. "I was wrong by a good deal. It was a quarter, and I am glad."</p>
<p>She has refused the Gerhard Medal twice, in 2009 and in 2017, because it is paid for by a maker of fertiliser. The prize money of the Linnaeus Award, 50,000 francs, she gave to the library of the institute in 2012.</p>'''),
}

T, C, U = 'true', 'contradicted', 'unsupported'
SENTENCES = [
    ('## The congress', None, None, 'heading'),
    ('Nearly three quarters of the clubs were represented at the congress.', 'congress', 'Of the 84 member clubs, 61 were represented', T),
    ('The clubs present had 184 votes in all.', 'congress', 'with 148 votes in all', 'digits changed round', C, True),
    ('In the middle of 2024 the federation had had 5,520 members.', 'congress', 'The federation had 5,930 members on 30 June 2025, 410 more than a year earlier', T),
    ('The federation gained 5,930 members within a year.', 'congress', 'The federation had 5,930 members on 30 June 2025, 410 more than a year earlier', 'level for change', C, False),
    ('About one member in five is under 18.', 'congress', '1,240 of them were under 18', T),
    ('A quarter of the members are women or girls.', 'congress', '760 were women or girls', 'wrong fraction', C, False),
    ('Miriam Castell got more than twice as many votes as Dario Venn.', 'congress', 'Miriam Castell was re-elected president with 96 votes', T),
    ('Miriam Castell was elected president for the first time.', 'congress', 'Miriam Castell was re-elected president', 'first time claimed', C, False),
    ('Anneke Roth succeeds Casper Hjort as treasurer.', 'congress', 'He succeeds Anneke Roth', 'swapped roles', C, False),
    ('For the first time in eleven years the federation has a new treasurer.', 'congress', 'who had held the office for eleven years and did not stand again', T),
    ('From 2026 adults pay €36 a year.', 'congress', 'The annual fee for adults rises from £32 to £36', 'currency', C, True),
    ('For adults the fee goes up by an eighth.', 'congress', 'The annual fee for adults rises from £32 to £36', T),
    ('All members will pay a higher fee from January 2026.', 'congress', 'Members under 18 go on paying £14', 'scope', C, False),
    ('Members under 12 no longer pay a fee.', 'congress', 'A motion by the Tolne club to abolish the fee for members under 12 failed', 'copied out of a rejected proposal', C, False),
    ('One vote more against it than for it kept the youngest members from being let off the fee.', 'congress', 'failed by 70 votes to 71', T),
    ('The first division shrinks by two teams.', 'congress', 'the first division will have ten teams instead of twelve', T),
    ('In 2026 two teams go down from the first division and four come up.', 'congress', 'Four teams go down in 2026, and two come up', 'swapped numbers', C, True),
    ('Every match of the first division is to begin at 13:00.', 'congress', 'except in the last round', 'exception dropped', C, False),
    ('The congress gave the women\'s teams a league of their own.', 'congress', "The board is asked to examine whether women's teams can be given a league of their own", 'examination as decision', C, False),
    ('Fewer than a third of the complaints about telephones ended in a ban.', 'congress', 'Two led to a ban, one of six months and one of two years', T),
    ('All seven complaints about telephones have been dealt with.', 'congress', 'four were dismissed and one is still open', 'remainder forgotten', C, False),
    ('Income from sponsors fell by more than a quarter.', 'congress', 'Income: sponsors', T),
    ('In 2024/25 the league cost £61,000.', 'congress', 'Expenditure: league', 'table cell of another row', C, True),
    ('In 2024/25 the office cost £70,100.', 'congress', 'Expenditure: office', 'table cell of another column', C, True),
    ('More was spent on each of the four purposes than the year before.', 'congress', 'Expenditure: national teams', T),
    ('The federation took in £226,000 in 2024/25.', 'congress', 'The year ended with a deficit of £12,000', 'expenditure for income', C, False),
    ('Youth work was the largest item of expenditure.', 'congress', 'Expenditure: office', 'wrong superlative', C, False),
    ('From one year to the next the result worsened by £19,800.', 'congress', 'The year ended with a deficit of £12,000, after a surplus of £7,800', T),
    ('The deficit of 2024/25 was met by a loan.', 'congress', 'The deficit was met from reserves', 'wrong means', C, False),

    ('## The rating', None, None, 'heading'),
    ('The system of classes took the place of the national rating in 1987.', 'rating', 'was introduced in 1987 and replaced the system of classes', 'order of events', C, False),
    ('The rating list comes out six times a year.', 'rating', 'Ratings are published on the first day of every odd-numbered month', T),
    ('One of the days on which ratings are published is 1 April.', 'rating', 'Ratings are published on the first day of every odd-numbered month', 'wrong member of a list', C, False),
    ('Somebody with eight rated games does not have a rating yet.', 'rating', 'A player receives a rating after nine rated games', T),
    ('Those of the 1,240 members under 18 who are rated have a K-factor of 40.', 'rating', 'It is 40 for players under 18', T),
    ('A grown-up player who once stood at 2310 and has dropped to 2250 has a K-factor of 20.', 'rating', '10 for those who have reached 2300 at least once', 'rule misapplied', C, False),
    ('With a K-factor of 20 a win against an equal opponent brings ten points.', 'rating', 'gains half of the K-factor in points', T),
    ('A difference of more than 400 points is not counted at all.', 'rating', 'A difference of more than 400 points is counted as 400', 'rule changed', C, False),
    ('Whoever has not played for three years loses the rating.', 'rating', 'is taken off the list but keeps the rating', 'consequence overstated', C, False),
    ('From 2010 to 2023 the mean rating sank by 114 points.', 'rating', 'the mean rating fell from 1,612 to 1,498', T),
    ('Lund and Strand put the fall down to the players having become weaker.', 'rating', 'they do not believe that the players have become weaker', 'wrong cause', C, False),
    ('In March 2024 every player was given 35 points.', 'rating', '35 points were added to every rating below 1,600', 'scope', C, False),
    ('On 1 March 2024 a rating of 1,580 became 1,615.', 'rating', '35 points were added to every rating below 1,600', T),

    ('## The museum', None, None, 'heading'),
    ('Never before had the museum had as many visitors as in 2025.', 'museum', 'apart from the jubilee year 2004', 'superlative without its limit', C, False),
    ('About two in five visitors did not have to pay.', 'museum', '26,700 had free entry', T),
    ('All of those who had free entry were pupils.', 'museum', '26,700 had free entry, most of them pupils', 'most for all', C, False),
    ('"The Weight of Things" ended on 31 August.', 'museum', 'It was to close on 31 August but was prolonged', 'plan for fact', C, False),
    ('"The Weight of Things" stayed open four weeks longer than planned.', 'museum', 'It was to close on 31 August but was prolonged', T),
    ('About two thirds of the new objects were given to the museum.', 'museum', 'Of the new objects 92 were gifts', T),
    ('The collection shrank to about 19,200 objects.', 'museum', 'The collection grew by 137 objects to about 19,200', 'direction', C, False),
    ('The Friends of the Museum paid £48,000 for the balance of 1742.', 'museum', 'for which £48,000 was paid, half of it by the Friends of the Museum', 'whole for part', C, False),
    ('Towards the balance by Jan Verhoek the Friends of the Museum gave £24,000.', 'museum', 'for which £48,000 was paid, half of it by the Friends of the Museum', T),
    ('About 2 per cent of the collection is in store.', 'museum', 'About 2 per cent of the collection is on display', 'complement', C, False),
    ('Some 380 objects are on display.', 'museum', 'About 2 per cent of the collection is on display', T),
    ('About four fifths of the collection have been gone through in the inventory.', 'museum', 'An inventory begun in 2021 has now covered 15,360 objects', T),
    ('The inventory brought to light 18 objects that were not in the catalogue.', 'museum', 'It found 43 objects that were not in the catalogue, and could not find 18 that are', 'swapped numbers', C, False),
    ('The new roof had been estimated at £380,000.', 'museum', 'at a cost of £415,000, which was £35,000 less than estimated', 'wrong derived number', C, False),
    ('For the roof £450,000 had been reckoned with.', 'museum', 'at a cost of £415,000, which was £35,000 less than estimated', T),
    ('The lift was not put in because the museum had run out of money.', 'museum', 'since the supplier went bankrupt in July', 'wrong cause', C, False),
    ('The new lift has been working since the autumn of 2026.', 'museum', 'the lift should be working by the autumn of 2026', 'plan as done', U, False),
    ('Twenty-one of the posts are filled.', 'museum', 'The museum has 23 posts, of which two are vacant', T),
    ('The museum has been open on Tuesdays since October.', 'museum', 'Since October it has been closed on Mondays and Tuesdays', 'before for after', C, False),
    ('Since October one can visit the museum on five days of the week.', 'museum', 'Since October it has been closed on Mondays and Tuesdays', T),
    ('Leonie Marsh left the museum at the end of June 2025.', 'museum', 'will leave at the end of June 2026', 'wrong year', C, 'gap'),
    ('"A museum that only shows things is a cupboard," Leonie Marsh writes.', 'museum', 'A museum that only keeps things is a cupboard', 'quotation altered', C, False),

    ('## The globe', None, None, 'heading'),
    ('The globe in room 6 was made in Leiden around 1650.', 'globe', 'An examination in 2024 has shown that this cannot be right', 'refuted view as fact', C, False),
    ('The globe cannot date from before the eighteenth century.', 'globe', 'Prussian blue, that was not made before 1706', T),
    ('Piet Saal holds Nuremberg to be the most likely place.', 'globe', 'Her colleague Piet Saal prefers Amsterdam', 'attribution', C, 'gap'),
    ('About the place the two experts disagree, about the stand they do not.', 'globe', 'Both agree that the stand is older than the globe itself', T),
    ('The museum bought the globe four years after it had been opened.', 'globe', 'The museum bought the globe in 1983', T),
    ('In 1938 the globe was in the possession of Emil Adler.', 'globe', 'Whether it is the same globe is open', 'open question as fact', U, False),
    ('Adler lived for about twelve years after his flight.', 'globe', 'who fled in 1939 and died in Buenos Aires in 1951', T),
    ('The granddaughter of Emil Adler demands the globe back.', 'globe', 'She has not asked for the globe to be returned', 'negated', C, 'gap'),
    ('For the time being other museums cannot borrow the globe.', 'globe', 'Until the matter has been settled the globe will not be lent', T),
    ('The origin of most of the objects from Harcourt and Lisle is doubtful.', 'globe', 'the origin of 38 is regarded as clear and that of 17 as doubtful', 'wrong majority', C, False),
    ('For 23 of the objects from Harcourt and Lisle the origin is doubtful or has not been examined.', 'globe', 'six have not yet been examined', T),

    ('## The soil of Osterlehe', None, None, 'heading'),
    ('Six in ten of the places where samples were taken were arable fields.', 'boden', '112 davon auf Äckern', T),
    ('Twenty years lay between the two surveys.', 'boden', 'Die erste Erhebung hatte 2004 an denselben Standorten stattgefunden', T),
    ('For the second survey other places were chosen than for the first.', 'boden', 'Die erste Erhebung hatte 2004 an denselben Standorten stattgefunden', 'sameness denied', C, False),
    ('On arable land organic carbon rose from 1.58 to 1.72 per cent.', 'boden', '1,72', 'start and end swapped', C, False),
    ('Arable land lost 0.14 percentage points of organic carbon.', 'boden', '1,72', T),
    ('The soil of the forests is the most acid.', 'boden', '4,90', T),
    ('The increase on grassland is statistically certain.', 'boden', 'Die Veränderung auf Grünland ist statistisch nicht gesichert', 'negated', C, False),
    ('It has been proved that the loss of carbon comes from the smaller number of livestock.', 'boden', 'bewiesen ist das nicht', 'hedge dropped', C, False),
    ('The authors suspect that a lack of manure is behind the loss of carbon in arable fields.', 'boden', 'den Rückgang der Viehhaltung und damit des Stallmists', T),
    ('At three places there was more lead than is permitted.', 'boden', 'Blei lag überall unter dem Grenzwert', "another thing's value", C, False),
    ('Wherever there was too much cadmium, the old zinc works is upstream.', 'boden', 'im Tal der Lehe unterhalb der alten Zinkhütte', T),
    ('Fields that are ploughed have more than twice as many earthworms as others.', 'boden', 'im Mittel 84 je Quadratmeter auf gepflügten und 197 auf nicht gepflügten Äckern', 'comparison turned round', C, False),
    ('On ploughed fields 84 earthworms per hectare were counted on average.', 'boden', 'im Mittel 84 je Quadratmeter auf gepflügten', 'unit', C, 'gap'),
    ('Where the plough is not used there were more than twice as many earthworms.', 'boden', 'im Mittel 84 je Quadratmeter auf gepflügten und 197 auf nicht gepflügten Äckern', T),
    ('The district contributed 168,000 euros to the second survey.', 'boden', 'davon trug das Land 60 Prozent, den Rest der Landkreis', T),
    ('A third survey took place in 2034.', 'boden', 'Die dritte Erhebung ist für 2034 geplant', 'plan as done', U, False),

    ('## Biochar', None, None, 'heading'),
    ('All plots together took up 1,200 square metres.', 'biochar', 'There were 24 plots of 50 square metres each', T),
    ('The biochar was worked in anew every spring.', 'biochar', 'was worked in once, in March 2018', 'frequency', C, False),
    ('| Treatment | Barley (t/ha) | Water held (mm) |', None, None, 'heading'),
    ('|---|---|---|', None, None, 'rule'),
    ('| No biochar | 4.8 | 61 |', 'biochar', 'No biochar', T),
    ('| 10 t/ha | 5.2 | 66 |', 'biochar', '10 t/ha', 'table row altered', C, True),
    ('', None, None, 'break'),
    ('With 10 tonnes of biochar per hectare the yield was about 6 per cent higher than without.', 'biochar', '10 t/ha', T),
    ('Ten tonnes of biochar raised the yield by a mere 0.3 per cent.', 'biochar', '10 t/ha', 'absolute for relative', C, False),
    ('The largest amount of biochar let the soil hold 17 millimetres more water.', 'biochar', '30 t/ha', T),
    ('With 30 tonnes the yield was significantly higher than with 10 tonnes.', 'biochar', 'that between 10 and 30 tonnes was not', 'merged facts', C, False),
    ('Biochar raised the yield in each of the six years.', 'biochar', 'could not be seen in the wet year 2021', 'over-generalised', C, False),
    ('Throughout the six years emissions of nitrous oxide were 22 per cent lower with 30 tonnes.', 'biochar', 'Nitrous oxide was measured in the first two years only', 'span widened', C, False),
    ('At the smaller rate the biochar for one hectare costs £3,800.', 'biochar', 'At a price of £380 a tonne', T),
    ('The smaller amount would have paid for itself before a lease of 25 years runs out.', 'biochar', 'the smaller amount would pay for itself after some 19 years', T),
    ('On economic grounds the authors advise farmers to use biochar for barley.', 'biochar', 'We therefore cannot recommend biochar for barley on economic grounds alone', 'conclusion turned round', C, False),
    ('On clay the same results have been found.', 'biochar', 'on clay a trial is under way at Stoke Ferrars', 'scope widened', U, False),
    ('The trial was paid for by Carbosoil Ltd.', 'biochar', 'The trial was paid for by the Farm Levy Board', 'wrong agent', C, 'gap'),
    ('The firm that supplied the biochar had no say in the evaluation.', 'biochar', 'which had no influence on the evaluation', T),

    ('## Edda Marquand', None, None, 'heading'),
    ('Edda Marquand was head of the institute for 22 years.', 'marquand', 'from 1994 until 2016', T),
    ('Edda Marquand regards the soil map of 2003 as her most important work.', 'marquand', 'she names neither the textbook nor the soil map of 2003', 'wrong choice of a list', C, False),
    ('The spade test was invented by Edda Marquand.', 'marquand', 'She did not invent the spade test', 'copied out of a myth', C, 'gap'),
    ('It was Edda Marquand who gave the spade test its five points.', 'marquand', 'What she did was to give it a scale of five points', T),
    ('By 2020 half of the fields of the region had no hedges.', 'marquand', 'did not come true', 'prediction as fact', C, False),
    ('The share of fields without hedges was half of what she had predicted.', 'marquand', 'It was a quarter, and I am glad', T),
    ('She refused the Gerhard Medal in 2012.', 'marquand', 'She has refused the Gerhard Medal twice, in 2009 and in 2017', 'wrong year', C, False),
    ('Eight years lay between the two occasions on which she refused the Gerhard Medal.', 'marquand', 'She has refused the Gerhard Medal twice, in 2009 and in 2017', T),
    ('The Linnaeus Award was worth 50,000 kronor.', 'marquand', 'The prize money of the Linnaeus Award, 50,000 francs', 'currency', C, True),

    ('## What cannot be answered', None, None, 'heading'),
    ('None of the pages says who will lead the museum from July 2026.', None, None, 'remark'),
    ('How the seventh complaint ended could not be found out.', None, None, 'remark'),
    ('The trial and the survey measured different things, so their figures should not be compared.', None, None, 'remark'),
]

OPENING = [
    ('The chess federation had more members in 2025 than the year before, yet it ended its year with a deficit.', 'congress', 'The year ended with a deficit of £12,000'),
    ('The Hallam globe is younger than had long been thought.', 'globe', 'An examination in 2024 has shown that this cannot be right'),
    ('In the arable fields of Osterlehe organic carbon has declined since 2004.', 'boden', 'Auf den Äckern ist der Gehalt an organischem Kohlenstoff deutlich gesunken'),
]
