"""Eight pages that have nothing to do with one another: a glassworks, the minutes of an allotment society, a season of pollen, the page of a coffee grinder, a
repair café, an interview on avalanches, a theft of cable and a lake. Written by one who had not seen the program; pages, report and labels were fixed before it
was run on them. The last column says whether a figure, a date, a unit, a name or a plain negation alone proves the error; 'gap' was said after the first run, where code does not."""

PAGES = {
    'glass': ('Farrow Glassworks', '2024-06-17', '''
<h1>Farrow Glassworks</h1>
<p>The Farrow Glassworks was a maker of table glass in Stainby. It was founded in 1783 by the brothers Josiah and Tobias Farrow and closed on 28 June 1996. At its height, in 1913, it employed 640 people; in 1851 there had been 310.</p>
<h2>Furnaces</h2>
<table><tr><th>Furnace</th><th>Lit</th><th>Fuel</th><th>Pots</th><th>Put out</th></tr>
<tr><td>North Cone</td><td>1784</td><td>coal</td><td>8</td><td>1871</td></tr>
<tr><td>South Cone</td><td>1826</td><td>coal</td><td>10</td><td>1936</td></tr>
<tr><td>Siemens furnace</td><td>1872</td><td>producer gas</td><td>12</td><td>1958</td></tr>
<tr><td>Tank furnace</td><td>1959</td><td>oil</td><td>none</td><td>1996</td></tr></table>
<p>The North Cone, 27 metres high, still stands. The South Cone was pulled down in 1938, and its bricks were used for workers' houses in Kiln Street.</p>
<h2>Ruby glass</h2>
<p>The works became known for its ruby glass, which owes its colour to gold. The recipe was worked out in 1889 by the chemist Agnes Thole, the first woman on the staff who was paid a salary. She left no notes; what is called the Thole recipe today was reconstructed in 1974 from analyses of broken pieces. It is said that a ruby bowl stands in every royal palace of Europe. The order books name two palaces.</p>
<h2>The strike of 1907</h2>
<p>In the spring of 1907 the glass blowers stopped work for eleven weeks. The dispute was about the wages of apprentices. The union had demanded 12 per cent more; in the end both sides agreed on 8 per cent. Tobias Farrow the younger, who then ran the firm, called the outcome "a peace that nobody won".</p>
<h2>Owners</h2>
<p>The family sold the works to the Harbottle Group in 1948 for £275,000. In 1989 it passed to the Swedish company Lindgard, which paid 30 million kronor. Lindgard gave the price of energy as the reason for the closure of 1996. Former workers say that the firm had stopped investing long before. At the end 94 jobs were lost.</p>
<h2>Museum</h2>
<p>Since 2003 the North Cone has housed a museum. It owns about 5,600 glasses, of which some 900 are on display. In 2023 it had 31,400 visitors, more than in any year since it opened. There are plans to light a small furnace for demonstrations in 2026 if the fire brigade agrees.</p>'''),

    'plots': ('Quarry Lane Allotment Society: minutes of the annual meeting', '2025-02-10', '''
<h1>Quarry Lane Allotment Society: minutes of the annual meeting</h1>
<p>The meeting took place on 2 February 2025 in the hut. Of the 131 members with a vote, 64 were present. Bram Hollis took the chair. Edda Flint, the treasurer, kept the minutes, as the secretary, Cosmo Reade, was ill.</p>
<h2>1. Plots</h2>
<p>The society has 118 plots, of which 109 are let. The other nine lie by the brook and have been under water since November. Seventy-two people are on the waiting list, five fewer than a year ago. New tenants have waited 26 months on average.</p>
<h2>2. Accounts for 2024</h2>
<p>Income came to £7,940 and expenditure to £8,310. The difference was taken from the reserve, which now stands at £5,200. The largest item of expenditure was water at £2,860, followed by the repair of the track at £1,950. The auditor, Pearl Whitcombe, had no objections.</p>
<h2>3. Rent</h2>
<p>The committee proposed to raise the rent for a full plot from £48 to £54 a year. Half plots cost half. The proposal was carried by 41 votes to 20 with three abstentions; it takes effect on 1 October 2025. Tenants over 70 go on paying the old rent.</p>
<h2>4. Hens</h2>
<p>Yasmin Orde moved that hens be allowed, six at most on each plot. Mr Hollis spoke against it because of the rats. The motion was lost by 26 votes to 35 with three abstentions. Rabbits have been permitted since 2016, and that will not change.</p>
<h2>5. Water</h2>
<p>In 2024 the society used 1,460 cubic metres of water, 210 fewer than in 2023. The chairman thought the wet summer was the likeliest reason. A leak under the north path was found in October and mended within the week. If the district council approves a grant, four tanks for rain water, holding 1,000 litres each, will be set up by June.</p>
<h2>6. Break-ins</h2>
<p>Six sheds were broken into during the year, four of them in one night in March. Tools worth about £900 were taken. The police have not found the culprits. Locking the gate at dusk was discussed, but no decision was made.</p>
<h2>7. Rules and prizes</h2>
<ul><li>Bonfires remain allowed only from November to February, and never before 4 p.m.</li>
<li>Hoses must not be left running unattended.</li>
<li>The prize for the heaviest pumpkin went to Leroy Banham for one of 41.5 kilograms; Ines Cutter's came second with 38 kilograms.</li></ul>
<p>Mr Hollis was re-elected chairman for two years. Nobody stood against him.</p>'''),

    'pollen': ('The pollen season of 2024 at Ashmere', '2024-11-21', '''
<h1>The pollen season of 2024 at Ashmere</h1>
<p>The trap at Ashmere stands on the roof of the hospital, 22 metres above the ground. It has been in operation since 1988 and draws in ten litres of air a minute, about as much as a person at rest. This report was written by Noor Valk and Emil Castane.</p>
<h2>The season in figures</h2>
<table><tr><th>Plant</th><th>First day</th><th>Peak day</th><th>Peak (grains per m³)</th><th>Days with high load</th></tr>
<tr><td>Hazel</td><td>22 January</td><td>11 February</td><td>148</td><td>19</td></tr>
<tr><td>Alder</td><td>30 January</td><td>16 February</td><td>410</td><td>24</td></tr>
<tr><td>Birch</td><td>28 March</td><td>14 April</td><td>2,350</td><td>27</td></tr>
<tr><td>Grasses</td><td>4 May</td><td>12 June</td><td>186</td><td>58</td></tr>
<tr><td>Ragweed</td><td>14 August</td><td>2 September</td><td>9</td><td>0</td></tr></table>
<h2>Birch</h2>
<p>Birch began to flower 12 days earlier than on the average of the years 1991 to 2020. Its peak was the second highest we have measured; only that of 2014, with 2,710 grains, was higher. Birches tend to flower heavily every second or third year. We therefore expect a weaker season in 2025, but a warm March could upset this forecast.</p>
<h2>Grasses</h2>
<p>From 3 to 6 July the trap was out of order. The values for these four days were estimated from the neighbouring station at Colder Moss. The peak for grasses was slightly below the ten-year mean of 194.</p>
<h2>Ragweed</h2>
<p>Ragweed does not yet grow at Ashmere, as far as we know. The few grains in our trap were probably carried here by the wind from the south-east.</p>
<h2>Counting</h2>
<p>Two people count each slide independently. If their results differ by more than 10 per cent, a third person counts it again; that happened with 17 of the 274 slides of 2024. Since 2022 an automatic counter has been running beside the trap. For birch it agrees well with the human counters, for grasses it does not. We shall not rely on it until that has changed.</p>
<h2>Symptoms</h2>
<p>Of 1,300 users of our app who answered a question about their symptoms, 62 per cent said they had felt worse than in 2023. These are statements by the users themselves, and nobody checked them. Pharmacies in the town sold 9 per cent more remedies for hay fever than in the year before. Whether this was due to the pollen or to a price cut in April, we cannot tell.</p>
<p>In June it was reported that a thunderstorm had brought dozens of people with asthma to the hospital. The hospital informed us that it had treated three. "Pollen makes good headlines," Valk says, "but it makes poor rumours."</p>'''),

    'grinder': ('Corvo coffee grinders', '2025-05-06', '''
<h1>Corvo coffee grinders</h1>
<p>Corvo grinders are designed in Graz and assembled in Maribor by Brandl and Koss. Luise Brandl founded the firm in 2009; Peter Koss joined in 2012. Some 14,000 Corvo grinders have been sold so far, more than half of them outside Austria.</p>
<h2>Two sizes</h2>
<table><tr><th></th><th>Corvo 58</th><th>Corvo 64</th></tr>
<tr><td>Diameter of the burrs (mm)</td><td>58</td><td>64</td></tr>
<tr><td>Motor (watts)</td><td>240</td><td>350</td></tr>
<tr><td>Hopper (grams)</td><td>250</td><td>400</td></tr>
<tr><td>Time for 18 grams (seconds)</td><td>11</td><td>7</td></tr>
<tr><td>Noise (decibels)</td><td>69</td><td>73</td></tr>
<tr><td>Weight (kg)</td><td>6.2</td><td>8.9</td></tr>
<tr><td>Price (€)</td><td>489</td><td>679</td></tr></table>
<p>Both models can be set in 60 steps and hold back less than 0.4 grams of coffee. The Corvo 64 comes in black, white and copper, the Corvo 58 in black and white only.</p>
<h2>Burrs</h2>
<p>The standard burrs are made of steel and last for about 400 kilograms of coffee. Burrs with a titanium coating cost €65 more and last for about 1,200 kilograms. They do not change the taste. In a blind tasting with 40 guests, 23 preferred the coffee from the steel burrs and 17 the other, which may well be chance.</p>
<h2>What you should not do</h2>
<ul><li>Do not grind spices, sugar or rice.</li>
<li>Do not put the hopper into the dishwasher.</li>
<li>Do not run the motor for more than 60 seconds without a pause of two minutes.</li></ul>
<h2>Recall</h2>
<p>In some Corvo 58 with serial numbers from 24-0100 to 24-0850 a capacitor may become too hot. We replace it free of charge and pay the postage. By the end of April 2025, 512 of the 751 owners had got in touch. Nobody has been hurt. The Corvo 64 is not affected.</p>
<h2>Guarantee and service</h2>
<p>The guarantee is three years for households and one year for cafés and offices. It does not cover the burrs. Spare parts are available for at least ten years after a model has been discontinued. The workshop in Graz needs about eight working days for a repair; from 20 December to 6 January it is closed.</p>
<h2>Coming next</h2>
<p>A hand grinder, the Corvo Mini, is to appear in the spring of 2026 at a price of around €150. It can be ordered only when it has been approved. The magazine Brew Bench put the Corvo 64 second of eleven grinders in its test of March 2025: "Quick, solid and easy to clean, but by no means quiet."</p>'''),

    'repair': ('Repair Café Westgate: what people ask us', '2025-01-15', '''
<h1>Repair Café Westgate: what people ask us</h1>
<h2>When and where?</h2>
<p>On the first Saturday of every month except August, from 10 a.m. to 3 p.m., in the old fire station. Please come before 2 p.m.; whoever arrives later may have to be turned away.</p>
<h2>Who are you?</h2>
<p>We are an association with 83 members. Twenty-six of them do repairs, nine of whom are women. Nobody is paid. The café was started in 2017 by Wilma Drost, a retired watchmaker, and is now led by Faisal Noor. We do not belong to the city, although it lets us use the rooms without rent.</p>
<h2>What did you mend in 2024?</h2>
<table><tr><th>Kind of object</th><th>Brought in</th><th>Repaired</th></tr>
<tr><td>Lamps and small appliances</td><td>412</td><td>263</td></tr>
<tr><td>Clothes</td><td>238</td><td>221</td></tr>
<tr><td>Bicycles</td><td>154</td><td>139</td></tr>
<tr><td>Toys</td><td>66</td><td>41</td></tr>
<tr><td>Computers and telephones</td><td>190</td><td>84</td></tr>
<tr><td>All</td><td>1,060</td><td>748</td></tr></table>
<h2>What do you not accept?</h2>
<p>Microwave ovens, anything that runs on gas, and objects that one person cannot carry. We look at laptops, but we do not rescue data.</p>
<h2>What does it cost?</h2>
<p>Nothing. You pay for spare parts only. If a part costs more than €10, we ask you first. Most visitors put something into the box; in 2024 this came to €4,560, which covered the insurance, the tools and the coffee.</p>
<h2>May I just leave my things?</h2>
<p>No. You stay and, if you like, you help. The idea is that you know next time how it is done. The only exception is made for people who cannot sit and wait for reasons of health.</p>
<h2>How long will I wait?</h2>
<p>About 40 minutes on average, in December often twice as long. Clothes have the shortest queue.</p>
<h2>What if you make it worse?</h2>
<p>We take care, but we give no guarantee. Our insurance pays if somebody is hurt; it does not pay for damage to the object itself.</p>
<h2>Does it do any good?</h2>
<p>We estimate that our repairs of 2024 saved about 1.9 tonnes of waste. This assumes that everything we mended would otherwise have been thrown away, which is surely not quite true.</p>
<h2>Will there be a second café?</h2>
<p>We should like to open one in Northgate in the autumn of 2025. We have the people, but so far no room. The rumour that Westgate will then close is wrong.</p>
<h2>Can I learn to repair?</h2>
<p>Yes. In March and October we hold evening courses for up to twelve people, on four Wednesdays each. Members take part free of charge; others pay €30.</p>'''),

    'avalanche': ('"The snow does not know the level": a talk with Maren Tveit', '2024-10-12', '''
<h1>"The snow does not know the level": a talk with Maren Tveit</h1>
<p>Maren Tveit, a geologist by training, has worked for the Skarvik avalanche service since 2011 and has been its head since 2020. Before that she spent two winters in Switzerland. Joss Abery met her for the magazine High Ground.</p>
<p><b>How many of you are there?</b></p>
<p>Six forecasters for four regions. At weekends there are two of us in the office. We also pay 45 observers, who go out and dig. Last winter they dug 240 pits.</p>
<p><b>And how did last winter turn out?</b></p>
<p>We issued 151 bulletins, one each afternoon at four. Level 1 was in force on 18 days, level 2 on 67, level 3 on 55 and level 4 on 11. We did not use level 5; the last time we did was in January 2019.</p>
<p><b>How often are you right?</b></p>
<p>On 83 days in a hundred the observers in the field arrive at the same level as we do. When we differ, we are more often too high than too low. I can live with that.</p>
<p><b>When do most accidents happen?</b></p>
<p>At level 3. Of the 31 accidents of last winter, 19 were at level 3, nine at level 2 and three at level 4. I suppose that is because so many people are still out at level 3, but I could not prove it.</p>
<p><b>What happened on 22 February?</b></p>
<p>Three skiers were caught below the Hest Ridge. Two of them were buried completely. The third dug out the first within eight minutes; the second was found by a dog after fifty. All three survived. If it had been dark, I do not think the dog team would have been flown in.</p>
<p><b>Does shouting set off avalanches?</b></p>
<p>No. That comes from the cinema. Sound is far too weak for it. In nine out of ten accidents it is the victims themselves, or somebody in their group, who set off the slab.</p>
<p><b>What is the radar good for?</b></p>
<p>It has been watching the Hest Valley since December 2022 and sees avalanches at night and in fog. It reported 412 last winter, and 37 of those turned out to be something else, mostly helicopters. It cost 6.2 million crowns. A second one is on our list for 2026, but the ministry has not said yes.</p>
<p><b>What do you tell beginners?</b></p>
<p>"A bulletin is a question that you put to the slope, not an answer." My first chief, Torvald Inge, used to say this. And take a course before you buy a device. I have never seen a device dig.</p>
<p><b>Will there be fewer avalanches as it gets warmer?</b></p>
<p>Low down probably, because there will be less snow. Above 1,500 metres I would not bet on it; wet avalanches may even become more frequent there.</p>'''),

    'cable': ('Thieves bring solar park at Dorrin to a standstill', '2024-06-28', '''
<h1>Thieves bring solar park at Dorrin to a standstill</h1>
<p>In the night from 5 to 6 June 2024 thieves took about 2,400 metres of copper cable from the solar park at Dorrin. It was not until half past nine in the morning that a technician noticed it. The park, which has 31,000 panels and an output of 18 megawatts, stood still for nine days and has been running again in full since 15 June.</p>
<h2>The damage</h2>
<p>The operator, Heliora, puts the damage at €185,000. The cable itself accounts for €38,000 of this, the repair for €91,000 and the electricity that was not produced for the rest. The insurer will pay for the cable and the repair, less an excess of €10,000. The lost electricity is not insured.</p>
<h2>The investigation</h2>
<p>Two men aged 29 and 34 were arrested on 14 June at a scrapyard in Lunde, where they had offered 600 kilograms of copper for sale. They deny having anything to do with the theft. The younger one has since been released. A witness had seen three men and a white van near the park at about 1 a.m.; the police are still looking for the third. Inspector Carla Menz does not rule out that the thieves had help from inside. "But I have nothing in my hands that would point to it," she added.</p>
<p>Of the twelve cameras in the park, seven were not working that night. According to Heliora they had been struck by lightning in May and were waiting for spare parts.</p>
<h2>More and more cases</h2>
<table><tr><th>Year</th><th>Thefts of cable in the district</th><th>Cleared up</th></tr>
<tr><td>2021</td><td>9</td><td>4</td></tr>
<tr><td>2022</td><td>14</td><td>5</td></tr>
<tr><td>2023</td><td>23</td><td>6</td></tr></table>
<p>From January to May 2024 there were 13. The police see a connection with the price of copper. Heliora's spokesman, Rolf Adeyemi, blames the long distances: a patrol car needs 35 minutes from Lunde to Dorrin.</p>
<h2>What happens next</h2>
<p>Heliora has replaced the stolen cable with aluminium, which is worth about a quarter as much. A guard with a dog has been on duty at night since 16 June and is to stay until the end of September. A fence with sensors is being considered; it would cost around €240,000. Heliora offers a reward of €5,000 for information that leads to a conviction. The mayor of Dorrin, Sigrun Paal, has called for a police post in the village, as she did after the theft at the pumping station in 2023. The district has turned this down once already.</p>'''),

    'lake': ('Lake Vessen', '2023-08-22', '''
<h1>Lake Vessen</h1>
<p>Lake Vessen lies 418 metres above sea level between Arnsted in the north and Little Mohr in the south. It covers 14.2 square kilometres and holds about 0.33 cubic kilometres of water. Its mean depth is 23 metres, its greatest depth 61 metres. The basin was scooped out by a glacier; that it is the crater of a volcano is a legend.</p>
<h2>Rivers and islands</h2>
<p>The lake is fed by the Arn and eleven brooks and drained by the Mohr. There are three islands: Great Holm, Little Holm and Priest's Island. Only Great Holm is inhabited, by 14 people. Priest's Island may not be entered from March to July, while the herons are breeding.</p>
<h2>Water</h2>
<table><tr><th>Year</th><th>Visibility in summer (m)</th><th>Phosphorus (µg/l)</th><th>Days with ice</th></tr>
<tr><td>1975</td><td>1.9</td><td>84</td><td>71</td></tr>
<tr><td>1990</td><td>3.2</td><td>41</td><td>48</td></tr>
<tr><td>2005</td><td>5.6</td><td>14</td><td>39</td></tr>
<tr><td>2020</td><td>6.1</td><td>9</td><td>12</td></tr></table>
<p>In the 1970s the lake was close to dying. Between 1978 and 1986 a sewer 29 kilometres long was laid around it, and since then hardly any waste water has reached it. Its cost of 64 million marks was shared by the state, which bore three quarters, and the five communes on the shore. Since 1993 the lake has supplied drinking water, at present for 42,000 people.</p>
<h2>Animals and plants</h2>
<p>Nineteen species of fish live in the lake. The whitefish, once the staple of the fishermen, has become smaller since the water has grown poor in nutrients. Eleven families lived by fishing in 1950; today there are two. The quagga mussel was first found in 2018. How it got into the lake is not known; divers' equipment is suspected.</p>
<h2>The Thekla</h2>
<p>On 16 October 1911 the steamer Thekla sank in a storm off Little Mohr. All 38 people on board were saved by fishermen. The captain, Anselm Rieck, was acquitted by a court in 1912. Two divers, Hanne Goss and Emeric Vail, found the wreck in 1987 at a depth of 48 metres. It has not been raised, since it would hardly survive this, and diving to it has been forbidden since 2004.</p>
<h2>Leisure</h2>
<p>The path around the lake is 26 kilometres long. Boats with combustion engines are forbidden, apart from those of the police and of the two fishing families. In the swimming race from Arnsted to Great Holm, held every August since 1961, the distance is 2.8 kilometres; the record, 33 minutes and 40 seconds, was set by Liv Sander in 2016.</p>'''),
}

T, C, U = 'true', 'contradicted', 'unsupported'

SENTENCES = [
    ('## The glassworks', None, None, 'heading'),
    ('The number of people employed at the Farrow Glassworks more than doubled between 1851 and 1913.', 'glass', 'At its height, in 1913, it employed 640 people', T),
    ('The glassworks had existed for more than two centuries when it closed in the summer of 1996.', 'glass', 'It was founded in 1783 by the brothers Josiah and Tobias Farrow', T),
    ('The Siemens furnace was lit one year after the North Cone had gone out, and it had four more pots than the latter.', 'glass', 'Siemens furnace', T),
    ('The South Cone, which was fired with producer gas, remained in use until 1936.', 'glass', '1826', 'wrong row of a table', C, False),
    ('Of the two brick cones it is the southern one that still stands, at a height of 27 metres.', 'glass', 'The North Cone, 27 metres high, still stands', 'two facts merged', C, False),
    ('The recipe for ruby glass that is known by the name of Agnes Thole today comes straight from her notes.', 'glass', 'She left no notes', 'negation dropped', C, False),
    ('After eleven weeks the strike of 1907 ended with a rise of 12 per cent in the wages of apprentices.', 'glass', 'in the end both sides agreed on 8 per cent', 'demand told as result', C, True),
    ('What was agreed in 1907 fell four percentage points short of the demand of the union.', 'glass', 'The union had demanded 12 per cent more', T),
    ('In 1989 the Swedish company Lindgard bought the works for £30 million.', 'glass', 'which paid 30 million kronor', 'wrong currency', C, True),
    ('The price of energy forced the works to close, as former workers confirm as well.', 'glass', 'Former workers say that the firm had stopped investing long before', 'wrong attribution', C, False),
    ('Roughly one in six of the glasses that belong to the museum can be seen by its visitors.', 'glass', 'of which some 900 are on display', T),

    ('## The allotments', None, None, 'heading'),
    ('Fewer than half of the members entitled to vote came to the annual meeting of 2 February 2025.', 'plots', 'Of the 131 members with a vote, 64 were present', T),
    ('Because the secretary had fallen ill, the minutes were taken by the treasurer.', 'plots', 'as the secretary, Cosmo Reade, was ill', T),
    ('Nine plots could not be let because nobody on the waiting list wanted them.', 'plots', 'and have been under water since November', 'invented cause', C, False),
    ('A year before the meeting the waiting list of the society had held 77 names.', 'plots', 'Seventy-two people are on the waiting list, five fewer than a year ago', T),
    ('In 2024 the society spent £470 more than it took in, and the gap was closed from the reserve.', 'plots', 'Income came to £7,940 and expenditure to £8,310', 'derived number wrong', C, True),
    ('Water and the repair of the track together took up more than half of the expenditure of 2024.', 'plots', 'The largest item of expenditure was water at £2,860', T),
    ('From 1 October 2025 all tenants without exception will pay £54 a year for a full plot.', 'plots', 'Tenants over 70 go on paying the old rent', 'exception dropped', C, False),
    ('Once the new rent is in force, a half plot will cost £27 a year, unless the tenant is over 70.', 'plots', 'Half plots cost half', T),
    ('The meeting rejected the proposal to raise the rent by 41 votes to 20.', 'plots', 'The proposal was carried by 41 votes to 20 with three abstentions', 'negated', C, False),
    ('Members may now keep up to six hens on each plot, as Yasmin Orde had proposed.', 'plots', 'The motion was lost by 26 votes to 35 with three abstentions', 'rejected proposal told as decision', C, False),
    ('Four tanks for rain water with a total capacity of 4,000 litres will be set up by June, whether there is a grant or not.', 'plots', 'If the district council approves a grant', 'condition dropped', C, False),
    ('Members may light bonfires from November to February, but only before 4 p.m.', 'plots', 'and never before 4 p.m.', 'rule turned round', C, False),
    ('Leroy Banham won the prize for the heaviest pumpkin with a margin of three and a half kilograms over Ines Cutter.', 'plots', 'The prize for the heaviest pumpkin went to Leroy Banham', T),
    ("The heaviest pumpkin, which weighed 41.5 kilograms, had been grown by Ines Cutter.", 'plots', "Ines Cutter's came second with 38 kilograms", 'wrong subject of a figure', C, True),

    ('## The pollen', None, None, 'heading'),
    ('The trap at Ashmere draws in 600 litres of air in the course of an hour.', 'pollen', 'draws in ten litres of air a minute', T),
    ('The pollen of alder reached its peak on 11 February, with 410 grains in a cubic metre of air.', 'pollen', '16 February', 'wrong date', C, True),
    ('Birch reached its peak a little more than two weeks after the day on which its season began.', 'pollen', '14 April', T),
    ('On average the birch season of the years from 1991 to 2020 had begun on 9 April.', 'pollen', 'Birch began to flower 12 days earlier than on the average', T),
    ('With 2,350 grains per cubic metre, the peak for birch in 2024 was the highest ever measured at Ashmere.', 'pollen', 'Its peak was the second highest we have measured', 'superlative stretched', C, False),
    ('Grasses caused high loads on more days than hazel and alder taken together.', 'pollen', '12 June', T),
    ('In early July the trap failed for four days, and for these the values were taken to be zero.', 'pollen', 'The values for these four days were estimated from the neighbouring station', 'invented method', C, False),
    ('A third person had to count 17 slides because the first two counts lay too far apart.', 'pollen', 'a third person counts it again', T),
    ('The automatic counter, in use since 2022, agrees well with the human counters both for birch and for grasses.', 'pollen', 'For birch it agrees well with the human counters, for grasses it does not', 'over-generalised', C, False),
    ('Pharmacies sold 9 per cent more remedies for hay fever because there was more pollen in the air.', 'pollen', 'Whether this was due to the pollen or to a price cut in April, we cannot tell', 'invented cause', C, False),
    ('The birch season of 2025 will be weaker, whatever the weather may be like in March.', 'pollen', 'but a warm March could upset this forecast', 'hedge dropped', C, False),
    ('According to the hospital, three people with asthma were treated there after the thunderstorm in June, not dozens.', 'pollen', 'The hospital informed us that it had treated three', T),

    ('## The coffee grinders', None, None, 'heading'),
    ('The firm had existed for about three years when Peter Koss joined Luise Brandl, its founder.', 'grinder', 'Luise Brandl founded the firm in 2009', T),
    ('The Corvo grinders of Brandl and Koss are designed in Maribor and put together in Graz.', 'grinder', 'Corvo grinders are designed in Graz and assembled in Maribor', 'swapped places', C, False),
    ('The Corvo 64 grinds 18 grams four seconds faster than the Corvo 58, but it is also louder by four decibels.', 'grinder', 'Time for 18 grams (seconds)', T),
    ('The Corvo 64 weighs 8.9 pounds and has a motor of 350 watts.', 'grinder', 'Weight (kg)', 'wrong unit', C, True),
    ('Whoever prefers the Corvo 64 to the smaller model has to pay €190 more for it.', 'grinder', 'Price (€)', T),
    ('Anyone who wants a grinder in copper has to choose the larger of the two models.', 'grinder', 'The Corvo 64 comes in black, white and copper', T),
    ('Burrs with a titanium coating last about three times as long as those of plain steel.', 'grinder', 'Burrs with a titanium coating cost €65 more', T),
    ('A blind tasting with 40 guests proved that steel burrs give the better coffee.', 'grinder', 'which may well be chance', 'chance told as proof', C, False),
    ('The recall applies to devices with serial numbers from 24-0100 to 24-0950.', 'grinder', 'with serial numbers from 24-0100 to 24-0850', 'wrong range end', C, True),
    ('At the end of April 2025 the firm had not yet heard from 239 of the owners concerned by the recall.', 'grinder', '512 of the 751 owners had got in touch', T),
    ('Cafés enjoy a guarantee of three years, whereas households have to be content with one.', 'grinder', 'The guarantee is three years for households and one year for cafés and offices', 'swapped roles', C, False),
    ('The magazine Brew Bench praised the Corvo 64 as "quick, solid and easy to clean, and by no means loud".', 'grinder', 'Quick, solid and easy to clean, but by no means quiet.', 'quotation altered', C, False),

    ('## The repair café', None, None, 'heading'),
    ('The repair café opens its doors eleven times a year, for five hours each time.', 'repair', 'On the first Saturday of every month except August', T),
    ('Seventeen of the twenty-six members who do repairs at Westgate are not women.', 'repair', 'Twenty-six of them do repairs, nine of whom are women', T),
    ('The café is run by the city, which also provides the rooms in the old fire station.', 'repair', 'We do not belong to the city', 'negated', C, False),
    ('It was Faisal Noor, a retired watchmaker, who started the repair café in 2017.', 'repair', 'The café was started in 2017 by Wilma Drost', 'two facts merged', C, True),
    ('In 2024 about seven out of ten objects that were brought in could be mended.', 'repair', '1,060', T),
    ('A larger share of the bicycles than of the clothes could be repaired in 2024.', 'repair', 'Bicycles', 'comparison the wrong way round', C, False),
    ('Most of the computers and telephones that people brought in could not be repaired.', 'repair', 'Computers and telephones', T),
    ('All visitors put money into the box, so that €4,560 had come together by the end of 2024.', 'repair', 'Most visitors put something into the box', 'quantifier changed', C, False),
    ('The insurance of the café pays for objects that are damaged during a repair.', 'repair', 'it does not pay for damage to the object itself', 'negation dropped', C, 'gap'),
    ('A second café was opened in Northgate in the autumn of 2025.', 'repair', 'We should like to open one in Northgate in the autumn of 2025', 'plan told as done', U, False),

    ('## Avalanches', None, None, 'heading'),
    ('For about nine years Maren Tveit worked for the avalanche service before she was put at its head.', 'avalanche', 'has worked for the Skarvik avalanche service since 2011', T),
    ('On 66 days of last winter the danger was put at level 3 or higher.', 'avalanche', 'Level 1 was in force on 18 days, level 2 on 67, level 3 on 55 and level 4 on 11', T),
    ('Where forecasters and observers disagree, the bulletin has more often been too low than too high.', 'avalanche', 'we are more often too high than too low', 'comparison the wrong way round', C, False),
    ('Of the 31 accidents that were counted last winter, 19 happened when level 4 was in force.', 'avalanche', 'Of the 31 accidents of last winter, 19 were at level 3', 'wrong subject of a figure', C, 'gap'),
    ('Why so many accidents happen at level 3 is something Tveit can only guess at.', 'avalanche', 'but I could not prove it', T),
    ('Two of the three skiers who were caught on 22 February were found by a dog.', 'avalanche', 'the second was found by a dog after fifty', 'some told as more', C, False),
    ('None of the skiers who were caught below the Hest Ridge on 22 February lost their lives.', 'avalanche', 'All three survived', T),
    ('Last winter the radar raised 37 false alarms, so that 375 of the avalanches it reported were real.', 'avalanche', 'and 37 of those turned out to be something else', T),
    ('For a second radar, to be set up in 2026, the ministry has already given its approval.', 'avalanche', 'but the ministry has not said yes', 'negation dropped', C, 'gap'),
    ('It was Torvald Inge who used to call a bulletin "a question that you put to the slope, not an answer".', 'avalanche', 'My first chief, Torvald Inge, used to say this', T),

    ('## The theft of cable', None, None, 'heading'),
    ('The electricity that could not be produced accounts for €56,000 of the damage.', 'cable', 'The cable itself accounts for €38,000 of this, the repair for €91,000', T),
    ('The insurer will pay €119,000, provided that the figures of the operator hold.', 'cable', 'less an excess of €10,000', T),
    ('Heliora, the operator of the park, puts the value of the stolen cable at €185,000.', 'cable', 'The operator, Heliora, puts the damage at €185,000', 'whole told of a part', C, 'gap'),
    ('Both of the men who were arrested in Lunde have admitted that they took the cable.', 'cable', 'They deny having anything to do with the theft', 'negated', C, False),
    ('The thieves had help from inside, as Inspector Carla Menz has found out.', 'cable', 'But I have nothing in my hands that would point to it', 'possibility told as fact', C, False),
    ('On the night of the theft five of the twelve cameras in the park were in working order.', 'cable', 'Of the twelve cameras in the park, seven were not working that night', T),
    ('Thefts of cable in the district became more frequent from 2021 to 2023, while the share that was cleared up went down.', 'cable', 'Cleared up', T),
    ('In 2022 there were 23 thefts of cable in the district, six of which were cleared up.', 'cable', 'Cleared up', 'wrong year', C, True),
    ('A fence with sensors has been put up around the park at a cost of about €240,000.', 'cable', 'A fence with sensors is being considered', 'idea told as done', U, False),

    ('## The lake', None, None, 'heading'),
    ('Lake Vessen fills the crater of an old volcano and is 61 metres deep at its deepest point.', 'lake', 'that it is the crater of a volcano is a legend', 'legend told as fact', C, False),
    ('On two of the three islands that lie in Lake Vessen nobody lives.', 'lake', 'Only Great Holm is inhabited, by 14 people', T),
    ('By 2020 the content of phosphorus had fallen to a little more than a tenth of what it had been in 1975.', 'lake', 'Phosphorus (µg/l)', T),
    ('The five communes on the shore together had to find 16 million marks for the sewer.', 'lake', 'which bore three quarters', T),
    ('The quagga mussel was brought into the lake with the equipment of divers.', 'lake', "divers' equipment is suspected", 'suspicion told as fact', U, False),
    ('The steamer Thekla sank in a storm off Arnsted on 16 October 1911.', 'lake', 'the steamer Thekla sank in a storm off Little Mohr', 'wrong place', C, True),
    ('When the Thekla sank in October 1911, she took 38 people down with her.', 'lake', 'All 38 people on board were saved by fishermen', 'negated', C, False),
    ('The wreck of the Thekla, found 76 years after she had sunk, may no longer be visited by divers.', 'lake', 'diving to it has been forbidden since 2004', T),

    ('## What the sources do not answer', None, None, 'heading'),
    ('The sources do not say how the case of the older suspect went on.', None, None, 'remark'),
    ('Nothing could be found out about the decision of the district council on the grant for the tanks.', None, None, 'remark'),
    ('It remains unclear whether a room for the café in Northgate was found.', None, None, 'remark'),
    ('The sources do not say how much the tenants over 70 contribute to the income of the society.', None, None, 'remark'),
    ('The sources do not mention who won the test of grinders in March 2025.', None, None, 'remark'),
]

OPENING = [
    ('In 2024 the repair café mended roughly 70 per cent of what was brought to it.', 'repair', '1,060'),
    ('From October 2025 tenants of the allotment society who are not over 70 will pay £27 a year for half a plot.', 'plots', 'Half plots cost half'),
    ('All three skiers caught in the avalanche of 22 February survived.', 'avalanche', 'All three survived'),
    ('The theft at Dorrin cost Heliora €56,000 in electricity that was not produced.', 'cable', 'The cable itself accounts for €38,000 of this, the repair for €91,000'),
]
