"""A report by somebody who had not read the rules, labels fixed before a run. Of an error the last column says whether a figure, date or name
in the source proves it."""
T, C, P, U = 'true', 'contradicted', 'partial', 'unsupported'

PAGES = {
    'gondola': ('Cable car on the Ester stands still after rope damage', '2024-02-13', '''<h1>Cable car on the Ester stands still after rope damage</h1>
<p>The cable car up the Ester has stood still since Saturday afternoon. A worn strand on the haulage rope set off the alarm at 2.40 pm, when 63 people were in the cabins. Mountain rescuers let 58 of them down on ropes; the remaining five, who were near the valley station, walked out after their cabin had been winched back by hand. Nobody was injured.</p>
<p>The operator, Ester Lifts, first spoke of a power cut. On Monday it withdrew that statement: the supply had never failed. Its technical head, Ruben Askeland, said the strand had probably been damaged by a lightning strike in January, but that an inquiry would have to confirm it.</p>
<p>The rope was fitted in 2016 and was meant to last fifteen years. It weighs 11 tonnes and is 2.3 kilometres long. A new one has been ordered from a works in Trieste and will cost 780,000 francs, almost twice the 400,000 francs that the old one cost.</p>
<p>Ester Lifts hopes to run again by Easter. The hoteliers' association says that each week of standstill costs its members about 120,000 francs; the operator calls that figure exaggerated. Last winter the cable car carried 214,000 passengers, 9 per cent fewer than in the winter before.</p>
<p>The older chairlift on the western slope remains open, except on days with winds above 60 kilometres per hour.</p>'''),
    'cement': ('Halvard Cement: annual report 2023', '2024-03-28', '''<h1>Halvard Cement: annual report 2023</h1>
<h2>The year at a glance</h2>
<p>Revenue fell to 842.6 million kroner (2022: 901.3 million). Operating profit rose from 61.0 to 66.4 million kroner, since the price of petroleum coke came down by 31%. The net result was a loss of 4.2 million kroner after the write-down of the kiln at Sandvik.</p>
<table><caption>Segments</caption>
<tr><th>Segment</th><th>Revenue 2023 (million kroner)</th><th>Revenue 2022 (million kroner)</th><th>Employees</th></tr>
<tr><td>Cement</td><td>512.4</td><td>560.0</td><td>410</td></tr>
<tr><td>Aggregates</td><td>198.7</td><td>190.2</td><td>155</td></tr>
<tr><td>Ready-mix</td><td>131.5</td><td>151.1</td><td>240</td></tr></table>
<h2>Outlook</h2>
<p>The board proposes a dividend of 1.50 kroner per share, half of last year's. Halvard emits 0.61 tonnes of carbon dioxide per tonne of cement; by 2030 it wants to be at 0.45 tonnes. Investments will come to between 70 and 85 million kroner in 2024.</p>
<p>In April 2023 Halvard sold the quarry at Lund to Brekke Stone. In October it bought the terminal at Moss from Fjord Logistics for 38 million kroner. Of the eight plants, six went through the year without an accident that cost working time.</p>'''),
    'generator': ('Pelton G22: the owner\'s manual', '2022-06-01', '''<h1>Pelton G22 inverter generator</h1>
<h2>Before the first start</h2>
<p>The generator is delivered without oil. Fill in 0.6 litres of 10W-30 oil. Never run it indoors. Put it at least 6 metres away from doors and windows.</p>
<h2>Starting</h2>
<ol><li>Open the fuel tap.</li><li>Pull out the choke.</li><li>Turn the engine switch to ON.</li><li>Pull the starter handle.</li></ol>
<p>Push the choke back after about 20 seconds.</p>
<h2>Running</h2>
<p>In economy mode and at a quarter of the load a tank of 4 litres lasts 8 hours. At full load it is empty after 3 hours and 15 minutes. The rated output is 1,800 watts; 2,200 watts are possible for at most five seconds.</p>
<p>A red lamp shows that the oil is low; the engine then stops by itself. A yellow lamp shows an overload; the output is cut off while the engine goes on running.</p>
<h2>Maintenance</h2>
<table><tr><th>Part</th><th>First change after</th><th>Then every</th></tr>
<tr><td>Oil</td><td>20 hours</td><td>100 hours</td></tr>
<tr><td>Air filter</td><td>50 hours</td><td>75 hours</td></tr>
<tr><td>Spark plug</td><td>50 hours</td><td>300 hours</td></tr></table>
<h2>Warranty</h2>
<p>The warranty runs for 36 months where the generator is used privately and for 12 months where it is used for business.</p>'''),
    'bells': ('“There is no silver in it”: a visit to the bell founder', '2023-11-18', '''<h1>“There is no silver in it”: a visit to the bell founder</h1>
<p>Mirela Danova casts bells in Tolna, as her family has done since 1846.</p>
<p><b>How long does it take to make a bell?</b></p>
<p>A big bell takes seven months. The pouring itself is over in nine minutes.</p>
<p><b>It is said that you add silver for the sound.</b></p>
<p>That is a legend. We have never put silver in. It is 78 parts of copper and 22 parts of tin. My grandfather told visitors otherwise because it sold better.</p>
<p><b>Which was your largest?</b></p>
<p>The one for Varos, 4.1 tonnes, in 2009. In 2018 we were asked for one of nine tonnes, and we turned it down. Our pit is too small.</p>
<p><b>Who taught you?</b></p>
<p>My aunt, and not my father, as the newspapers keep writing. Of the eleven apprentices we have had since 1998 four have stayed. Three others have workshops of their own now.</p>
<p><b>What comes next?</b></p>
<p>I doubt that my son will take over. If the crane is not replaced we shall have to stop within two years; I have told the mayor so. Most of the orders come from abroad these days, above all from Japan.</p>'''),
    'observatory': ('Tarn Observatory', '2024-01-09', '''<h1>Tarn Observatory</h1>
<p>The Tarn Observatory is an astronomical observatory on the Hallig plateau, 1,940 metres above sea level. It was founded in 1884 by the brewer Aldous Renwick, who gave it to the University of Calder in 1911. Its 61-centimetre refractor, made by Osric Hahn, was the third largest in Europe until 1902.</p>
<h2>Discoveries</h2>
<p>In 1897 Edda Lindqvist discovered the comet that bears her name; her assistant Pell Garrow had photographed it a night earlier without noticing it. Between 1920 and 1938 the observatory catalogued 7,450 double stars, of which 212 had not been known before.</p>
<h2>Decline and later use</h2>
<p>Light from the ski resort that was built in 1967 drowned the faint stars, and research ended in 1989. The dome burnt down in 1991 and was rebuilt by volunteers. The observatory has been a museum since 1998. It is the second oldest building on the plateau after the chapel.</p>
<p>It should not be confused with the Tarn Solar Station, six kilometres to the south, which opened in 1931.</p>'''),
    'naps': ('Short naps and the recall of word pairs: a randomised crossover trial', '2023-05-30', '''<h1>Short naps and the recall of word pairs: a randomised crossover trial</h1>
<p><b>Methods.</b> 96 adults (54 women) aged 19 to 34 years learnt 80 word pairs and then napped for 20 minutes, napped for 60 minutes or rested awake, in random order and a week apart. The primary outcome was the number of pairs recalled after 24 hours.</p>
<p><b>Results.</b> Participants recalled 41.2 pairs after the nap of 60 minutes, 38.9 pairs after the nap of 20 minutes and 36.0 pairs after rest. The difference between 60 minutes and rest was 5.2 pairs (95% confidence interval 3.1 to 7.3). The difference between the two naps was not significant (p = 0.09). Seven participants dropped out.</p>
<p><b>Conclusions.</b> A nap may help recall. Whether the effect lasts beyond one day is not known.</p>
<p><b>Funding.</b> Somnia, a maker of mattresses. It had no part in the conduct of the trial.</p>'''),
    'minutes': ('Town Council of Pennow: minutes of 14 May 2024', '2024-05-21', '''<h1>Town Council of Pennow: minutes of 14 May 2024</h1>
<p>Present: 23 of 27 members. In the chair: Mayor Tove Rasmus.</p>
<h2>Item 1: Fees of the swimming bath</h2>
<p>Councillor Idris Vaughan moved to raise the day ticket from 4.80 to 5.50 euros. Councillor Maren Holt moved an amendment by which the ticket for children stays at 2 euros. The amendment was carried by 14 votes to 9. The motion as amended was carried with 15 votes for, 6 against and 2 abstentions.</p>
<h2>Item 2: Skate park</h2>
<p>Councillor Holt moved to build a skate park on Mill Meadow for at most 310,000 euros. Councillor Vaughan spoke against it because the meadow is flooded in most winters. The motion was lost by 8 votes to 15.</p>
<h2>Item 3: Report on the library</h2>
<p>The mayor reported that loans had grown from 48,200 in 2022 to 53,020 in 2023.</p>
<h2>Item 4: Twin town</h2>
<p>The council resolved unanimously to become a twin of Sant Pere. The contract is to be signed in September, provided that the council of Sant Pere agrees.</p>
<h2>Item 5: Bylaw on trees</h2>
<p>Put off until 11 June, since the opinion of the county is not there yet.</p>'''),
    'battery': ('Battery dies early - Pedal & Volt forum', '2024-03-10', '''<h1>Battery dies early</h1>
<h3>kettlewright, 3 March 2024</h3>
<p>My battery (500 Wh, bought in 2021) only takes me 38 km now. It used to be 70 km. Any ideas?</p>
<h3>oldspoke, 3 March 2024</h3>
<p>Sounds like the cells have drifted apart. I had that with my 400 Wh pack. I left it on the charger for 24 hours, three times in a row, and the range went up from 45 to 62 km.</p>
<h3>tinwhistle, 4 March 2024</h3>
<p>Do not do that. The manual says to unplug it after 12 hours at the latest. Have it tested; the shop in Oberau takes 35 euros for that.</p>
<h3>kettlewright, 9 March 2024</h3>
<p>Thanks to both of you. I had it tested: 61 per cent of the capacity is left, and two of the forty cells are dead. They want 290 euros for a repair, and a new one costs 640 euros. I have not decided yet.</p>
<h3>oldspoke, 9 March 2024</h3>
<p>I would go for the repair. And tinwhistle is right about the manual, I had not read it.</p>'''),
    'aceite': ('La cooperativa de Valdecorra cierra la campaña', '2024-01-20', '''<h1>La cooperativa de Valdecorra cierra la campaña</h1>
<p>La cooperativa de Valdecorra molió 3.250 toneladas de aceituna en la campaña de 2023, un 18 % menos que en la de 2022. De ellas salieron 640.000 litros de aceite. El litro se vendió a 7,40 euros, frente a los 4,10 euros del año anterior. La presidenta, Amparo Lozoya, atribuyó la caída a la sequía y no a la plaga de la mosca.</p>
<p>La cooperativa tiene 412 socios, de los que 95 son mujeres. La almazara, inaugurada en 1958, será sustituida por una nueva si la Junta concede la ayuda.</p>'''),
}

SENTENCES = [
    ('## The cable car', None, None, 'heading'),
    ('The cable car up the Ester has stood still since Saturday afternoon.', 'gondola', 'has stood still since Saturday', T),
    ('When the alarm went off, 63 people were sitting in its cabins.', 'gondola', 'when 63 people were in the cabins', T),
    ('A power cut brought the cable car to a standstill.', 'gondola', 'first spoke of a power cut', 'taken back', C, False),
    ('Mountain rescuers let all 63 people down on ropes.', 'gondola', 'let 58 of them down on ropes', 'over-generalised', C, 'gap'),
    ('Lightning may have damaged the strand, which has yet to be confirmed.', 'gondola', 'probably been damaged by a lightning', T),
    ('The rope weighs 2.3 tonnes and is 11 kilometres long.', 'gondola', 'It weighs 11 tonnes', 'swapped figures', C, True),
    ('The new rope will cost 780,000 euros.', 'gondola', 'will cost 780,000 francs', 'currency', C, True),
    ('The new rope costs 380,000 francs more than the old one did.', 'gondola', 'will cost 780,000 francs', T),
    ('The cable car will run again by Easter.', 'gondola', 'hopes to run again by Easter', 'hope for fact', P, False),
    ('Ester Lifts puts the loss at about 120,000 francs for each week of standstill.', 'gondola', 'costs its members about 120,000 francs', 'attribution', C, 'gap'),
    ('Last winter the cable car carried 214,000 passengers, 9 per cent more than in the winter before.', 'gondola', 'carried 214,000 passengers', 'direction', C, True),
    ('The chairlift on the western slope keeps running unless the wind is faster than 60 kilometres per hour.', 'gondola', 'older chairlift on the western slope', T),
    ('The sources do not say when the inquiry into the rope will end.', None, None, 'remark'),
    ('## Halvard Cement', None, None, 'heading'),
    ('The three segments of Halvard Cement together had a revenue of 842.6 million kroner in 2023.', 'cement', 'Revenue fell to 842.6 million kroner', T),
    ('Its operating profit fell from 66.4 to 61.0 million kroner.', 'cement', 'Operating profit rose from 61.0', 'direction', C, True),
    ('Halvard closed 2023 with a net profit of 4.2 million kroner.', 'cement', 'a loss of 4.2 million kroner', 'sign', C, True),
    ('Compared with 2022, the revenue of Halvard was 68.7 million kroner lower.', 'cement', 'Revenue fell to 842.6 million kroner', 'derived number wrong', C, True),
    ('Aggregates was the only segment of Halvard that grew.', 'cement', '198.7', T),
    ('The segments of Halvard have 805 employees in all.', 'cement', '410', T),
    ('Every segment of Halvard sold less in 2023 than in 2022.', 'cement', '198.7', 'over-generalised', C, False),
    ('The dividend proposed is 1.50 kroner per share, twice that of last year.', 'cement', 'a dividend of 1.50 kroner per share', 'comparison', C, 'gap'),
    ('Halvard emits 0.45 tonnes of carbon dioxide per tonne of cement.', 'cement', 'emits 0.61 tonnes of carbon dioxide', 'target for fact', C, True),
    ('It plans to invest between 70 and 95 million kroner in 2024.', 'cement', 'between 70 and 85 million kroner', 'range', C, True),
    ('Halvard sold the terminal at Moss to Fjord Logistics for 38 million kroner.', 'cement', 'bought the terminal at Moss', 'swapped', C, True),
    ('Two of the eight plants of Halvard had accidents that cost working time.', 'cement', 'Of the eight plants, six', T),
    ('| Segment | Revenue 2023 | Employees |', None, None, 'heading'),
    ('|---|---|---|', None, None, 'rule'),
    ('| Cement | 512.4 million kroner | 410 |', 'cement', '512.4', T),
    ('| Aggregates | 190.2 million kroner | 155 |', 'cement', '190.2', 'wrong column', C, True),
    ('| Ready-mix | 198.7 million kroner | 240 |', 'cement', '131.5', 'wrong row', C, True),
    ('## The generator', None, None, 'heading'),
    ('The Pelton G22 comes filled with oil.', 'generator', 'is delivered without oil', 'negated', C, False),
    ('Before its first start the Pelton G22 needs 600 millilitres of oil.', 'generator', 'Fill in 0.6 litres', T),
    ('The generator should be at least 6 feet from doors and windows.', 'generator', 'at least 6 metres away', 'unit', C, True),
    ('Starting it takes four steps, the first of which is to open the fuel tap.', 'generator', 'Open the fuel tap', T),
    ('The choke is pulled out before the fuel tap is opened.', 'generator', 'Pull out the choke', 'order', C, False),
    ('At full load a tank lasts 8 hours.', 'generator', 'a tank of 4 litres lasts 8 hours', 'merged', C, 'gap'),
    ('At full load the tank is empty after 195 minutes.', 'generator', 'empty after 3 hours and 15 minutes', T),
    ('The rated output of the Pelton G22 is 2,200 watts.', 'generator', 'The rated output is 1,800 watts', 'merged', C, True),
    ('The yellow lamp shows that the oil is low.', 'generator', 'A yellow lamp shows an overload', 'swapped', C, False),
    ('The engine of the generator stops when there is an overload.', 'generator', 'A yellow lamp shows an overload', 'negated', C, False),
    ('After the first change, the spark plug is changed every 75 hours.', 'generator', '300 hours', 'wrong row', C, True),
    ('Those who use the generator for business have a warranty of 36 months.', 'generator', 'runs for 36 months', 'swapped figures', C, True),
    ('For private use the warranty is three times as long as for business.', 'generator', 'runs for 36 months', T),
    ('## The bell founder', None, None, 'heading'),
    ('The foundry in Tolna adds silver to its metal.', 'bells', 'We have never put silver in', 'negated', C, False),
    ('Its bells consist of 22 parts of tin and 78 parts of copper.', 'bells', 'It is 78 parts of copper', T),
    ('Mirela Danova says: “A big bell takes nine months.”', 'bells', 'A big bell takes seven months', 'quotation altered', C, True),
    ('The bell for Varos weighs nine tonnes.', 'bells', 'The one for Varos, 4.1 tonnes', 'merged', C, 'gap'),
    ('In 2018 the foundry cast a bell of nine tonnes.', 'bells', 'In 2018 we were asked for one', 'refused for done', C, False),
    ('Danova learnt her trade from her father.', 'bells', 'My aunt, and not my father', 'negated', C, False),
    ('Four of the eleven apprentices since 1998 stayed with the foundry, and three more have their own workshops.', 'bells', 'Of the eleven apprentices', T),
    ('The foundry will stop within two years.', 'bells', 'If the crane is not replaced', 'condition left out', P, False),
    ('Danova is not sure that her son will succeed her.', 'bells', 'I doubt that my son', T),
    ('All orders of the foundry come from Japan.', 'bells', 'Most of the orders come from abroad', 'over-generalised', C, False),
    ('## The observatory', None, None, 'heading'),
    ('The Tarn Observatory lies 1,940 feet above sea level.', 'observatory', '1,940 metres above sea level', 'unit', C, True),
    ('The University of Calder gave the observatory to Aldous Renwick in 1911.', 'observatory', 'who gave it to the University of Calder', 'swapped', C, True),
    ('The observatory passed to the University of Calder 27 years after its foundation.', 'observatory', 'who gave it to the University of Calder', T),
    ('Its refractor was the largest in Europe until 1902.', 'observatory', 'was the third largest in Europe', 'rank', C, True),
    ('The comet of 1897 was discovered by Pell Garrow.', 'observatory', 'In 1897 Edda Lindqvist discovered', 'swapped', C, True),
    ('Some 7,200 of the double stars that the observatory catalogued were known already.', 'observatory', 'catalogued 7,450 double stars', T),
    ('Research at the observatory ended in 1991.', 'observatory', 'research ended in 1989', 'wrong year', C, True),
    ('Research ended because the dome had burnt down.', 'observatory', 'drowned the faint stars', 'cause', C, False),
    ('Since 1998 the observatory has served as a museum.', 'observatory', 'has been a museum since 1998', T),
    ('Only the chapel is older than the observatory among the buildings on the plateau.', 'observatory', 'second oldest building on the plateau', T),
    ('The Tarn Observatory opened in 1931.', 'observatory', 'which opened in 1931', 'merged', C, 'gap'),
    ('## The trial', None, None, 'heading'),
    ('After a nap of an hour, participants of the trial recalled 5.2 pairs more than after rest.', 'naps', 'between 60 minutes and rest was 5.2', T),
    ('More than half of the 96 participants were women.', 'naps', '96 adults (54 women)', T),
    ('The participants of the trial were 19 to 43 years old.', 'naps', 'aged 19 to 34 years', 'range', C, True),
    ('After the nap of 20 minutes participants recalled 41.2 pairs.', 'naps', '38.9 pairs after the nap of 20 minutes', 'merged', C, True),
    ('The nap of 60 minutes was significantly better than that of 20 minutes.', 'naps', 'was not significant', 'negated', C, False),
    ('The trial showed that the effect lasts beyond one day.', 'naps', 'Whether the effect lasts beyond one day', 'unknown for known', C, False),
    ('89 participants of the trial did not drop out.', 'naps', 'Seven participants dropped out', T),
    ('A maker of mattresses conducted the trial.', 'naps', 'It had no part in the conduct', 'attribution', C, False),
    ('## The council', None, None, 'heading'),
    ('Four members of the council of Pennow were missing on 14 May 2024.', 'minutes', '23 of 27 members', T),
    ('The day ticket for the bath goes up by 70 cents.', 'minutes', 'raise the day ticket from 4.80 to 5.50', T),
    ('The motion on the fees was carried with 15 votes for, 2 against and 6 abstentions.', 'minutes', '15 votes for, 6 against and 2 abstentions', 'swapped figures', C, True),
    ('The amendment of Maren Holt, which spares children the rise, had a majority of five votes.', 'minutes', 'The amendment was carried by 14 votes', T),
    ('Councillor Vaughan moved to build a skate park on Mill Meadow.', 'minutes', 'Councillor Holt moved to build', 'wrong name', C, True),
    ('The skate park was approved by 15 votes to 8.', 'minutes', 'The motion was lost by 8 votes to 15', 'negated', C, 'gap'),
    ('In 2023 the library of Pennow lent a tenth more than in 2022.', 'minutes', 'had grown from 48,200', T),
    ('Pennow and Sant Pere have signed their contract.', 'minutes', 'The contract is to be signed in September', 'plan for fact', C, False),
    ('The council passed the bylaw on trees on 14 May 2024.', 'minutes', 'Put off until 11 June', 'put off', C, 'gap'),
    ('How the bath is paid for otherwise is not told in the minutes.', None, None, 'remark'),
    ('## The battery', None, None, 'heading'),
    ('The range of kettlewright\'s battery had gone down by 32 km.', 'battery', 'only takes me 38 km now', T),
    ('oldspoke has a battery of 500 Wh.', 'battery', 'with my 400 Wh pack', 'wrong name', C, 'gap'),
    ('tinwhistle recommends leaving the battery on the charger for 24 hours.', 'battery', 'Do not do that', 'attribution', C, 'gap'),
    ('kettlewright had the battery repaired for 290 euros.', 'battery', 'They want 290 euros for a repair', 'offer for deed', C, False),
    ('To kettlewright a repair would cost less than half as much as a new battery.', 'battery', 'They want 290 euros for a repair', T),
    ('Of the forty cells in kettlewright\'s battery 38 are not dead.', 'battery', 'two of the forty cells are dead', T),
    ('## La cooperativa', None, None, 'heading'),
    ('La cooperativa de Valdecorra molió 3.250 kilos de aceituna en la campaña de 2023.', 'aceite', 'molió 3.250 toneladas', 'unit', C, True),
    ('El litro de aceite se vendió 3,30 euros más caro que el año anterior.', 'aceite', 'El litro se vendió a 7,40 euros', T),
    ('Amparo Lozoya atribuyó la caída a la plaga de la mosca.', 'aceite', 'atribuyó la caída a la sequía', 'cause', C, False),
    ('La cooperativa tiene 95 socios.', 'aceite', 'La cooperativa tiene 412 socios', 'part for whole', C, 'gap'),
    ('Menos de la cuarta parte de los socios de la cooperativa son mujeres.', 'aceite', 'La cooperativa tiene 412 socios', T),
    ('La nueva almazara se inauguró en 1958.', 'aceite', 'La almazara, inaugurada en 1958', 'merged', C, False),
]

OPENING = [('The cable car up the Ester has stood still since Saturday.', 'gondola', 'x')]
