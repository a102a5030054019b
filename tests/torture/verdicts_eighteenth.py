"""Infection control in a hospital: a trial of ultraviolet lamps, its protocol and its correction, an audit of clean hands, an outbreak, an editorial,
advice to visitors, a note on costs, the minutes of a committee and a study of splashes from sinks. Written by one who had not seen the program;
pages, report and labels were fixed before it was run on them. The last column says whether a figure, a date, a unit, a name or a plain negation alone proves the error ('gap': it does, and code did not see it)."""

PAGES = {
    'trial': ('The BRIGHTROOM trial: ultraviolet light after cleaning', '2024-05-22', '''
<h1>The BRIGHTROOM trial: ultraviolet light after cleaning</h1>
<p>Kelmarsh General is a teaching hospital with 720 beds. The trial asked whether treating rooms with ultraviolet light after the usual cleaning prevents infections that are acquired in hospital. It was led by Nadia Ferreira; the statistician was Owen Pell.</p>
<h2>Method</h2>
<p>Twelve wards took part, eight medical and four surgical. Each ward spent six months with standard cleaning and six months with ultraviolet light, in random order, between 1 September 2022 and 31 August 2023. Intensive care was not included. After each discharge a lamp ran for 12 minutes, provided the room was empty. The staff knew which arm their ward was in; the laboratory did not.</p>
<h2>Results</h2>
<p>Of 24,310 patients admitted, 23,874 were analysed. The other 436 were left out, 291 because they stayed for less than a day and 145 because their records were missing.</p>
<table><tr><th>Outcome</th><th>Standard cleaning</th><th>With ultraviolet light</th></tr>
<tr><td>Patients analysed</td><td>11,902</td><td>11,972</td></tr>
<tr><td>Acquired infections per 1,000 bed-days</td><td>6.4</td><td>5.1</td></tr>
<tr><td>C. difficile per 10,000 bed-days</td><td>4.2</td><td>3.9</td></tr>
<tr><td>VRE per 10,000 bed-days</td><td>7.8</td><td>4.9</td></tr>
<tr><td>Deaths within 30 days (%)</td><td>2.6</td><td>2.5</td></tr>
<tr><td>Room ready again after (minutes)</td><td>47</td><td>63</td></tr></table>
<p>The rate of acquired infections was 20 per cent lower with the lamps (95 per cent confidence interval 9 to 30). The differences in C. difficile (p = 0.41) and in deaths were not significant. On medical wards the rate was 24 per cent lower, whereas on surgical wards no clear effect was seen.</p>
<p>In the lamp arm the treatment was carried out after 81 per cent of discharges. Where it was omitted, the bed was needed urgently in 58 per cent of cases. No patient came to harm. Two cleaners had reddened eyes after a motion sensor had failed; both recovered within two days.</p>
<h2>Interpretation</h2>
<p>The authors conclude that ultraviolet light "may be a useful addition to cleaning, not a replacement for it". Since the cleaners could not be blinded, more careful cleaning might explain part of the effect. Whether the lamps would help in hospitals with lower rates cannot be said.</p>'''),

    'protocol': ('BRIGHTROOM: trial protocol, version 3.0', '2022-06-30', '''
<h1>BRIGHTROOM: trial protocol, version 3.0</h1>
<h2>Planned size</h2>
<p>We plan to include 26,000 patients. This number suffices to detect a reduction of 15 per cent with a power of 80 per cent. An interim analysis is planned after 13,000 patients; the trial will be stopped early only if the p-value is then below 0.001.</p>
<h2>Changes since version 2.0 of 14 February 2022</h2>
<ul><li>The running time of the lamps was shortened from 20 to 12 minutes at the request of the nursing management.</li>
<li>The two children's wards were taken out.</li>
<li>Mortality was moved from the primary to the secondary outcomes.</li>
<li>Patients are followed for 30 days after discharge instead of 90.</li></ul>
<h2>Ethics</h2>
<p>The ethics committee of Northshire University approved the trial on 2 June 2022 on condition that every patient receives a leaflet. Consent in writing is not required, but patients may refuse to have their data used.</p>
<h2>Considered and rejected</h2>
<ul><li>Hydrogen peroxide vapour, because a room would be blocked for two and a half hours.</li>
<li>Copper surfaces, because they would cost £340,000 for twelve wards.</li>
<li>Allotting single rooms at random, because staff would mix them up.</li></ul>
<h2>Money and roles</h2>
<p>The National Institute for Clinical Trials contributes £640,000. Lumivex lends eight lamps free of charge; it has no say in the design, the analysis or the publication. The monitoring board is chaired by Hugh Callister and has four further members. Each cleaner is to be trained for three hours at least two weeks before the start.</p>
<h2>Timetable</h2>
<table><tr><th>Step</th><th>Planned for</th></tr>
<tr><td>First ward begins</td><td>1 September 2022</td></tr>
<tr><td>Interim analysis</td><td>March 2023</td></tr>
<tr><td>Last patient</td><td>end of August 2023</td></tr>
<tr><td>Results published</td><td>December 2023</td></tr></table>'''),

    'correction': ('Correction to: The BRIGHTROOM trial', '2024-07-09', '''
<h1>Correction to: The BRIGHTROOM trial</h1>
<p>Several errors have been found in the full paper published on 22 May 2024. They were pointed out by a reader, Lena Vogel of Tarrow Infirmary, whom the journal thanks. The conclusions are not affected.</p>
<h2>What was printed and what is correct</h2>
<table><tr><th>Place</th><th>Printed</th><th>Correct</th></tr>
<tr><td>Abstract, infections avoided</td><td>310</td><td>301</td></tr>
<tr><td>Table 2, surgical patients in the lamp arm</td><td>4,106</td><td>4,016</td></tr>
<tr><td>Figure 3, caption</td><td>per 100 bed-days</td><td>per 1,000 bed-days</td></tr>
<tr><td>Methods, age limit</td><td>16 years</td><td>18 years</td></tr></table>
<h2>Authors and interests</h2>
<p>Hugh Callister was listed as the ninth author by mistake; he chaired the monitoring board and is not an author, so that eight remain. The paper stated that none of the authors had links with industry. In fact Samir Bhatt was paid £4,500 by Lumivex for lectures in 2021. The other authors have declared no such payments.</p>
<h2>The press release</h2>
<p>The hospital's press release of 23 May 2024 claimed that "one infection in three" had been prevented. This figure was never in the paper. The hospital withdrew the release on 4 June and put out a new one that speaks of one in five.</p>
<h2>Analysis repeated</h2>
<p>With the corrected numbers of patients, the reduction changes from 20.4 to 20.3 per cent; the confidence interval stays the same. The analysis was repeated independently by the clinical trials unit of Northshire University. The online version was corrected on 9 July 2024; a notice in print is to follow in the September issue.</p>'''),

    'hands': ('Clean hands at Kelmarsh General: audit 2021 to 2023', '2024-02-15', '''
<h1>Clean hands at Kelmarsh General: audit 2021 to 2023</h1>
<p>In 2023 our observers watched 9,840 moments at which hands should be disinfected. The table gives the percentage of moments at which this was done.</p>
<table><tr><th>Group</th><th>2021 (%)</th><th>2022 (%)</th><th>2023 (%)</th></tr>
<tr><td>Nurses</td><td>71</td><td>74</td><td>82</td></tr>
<tr><td>Doctors</td><td>58</td><td>57</td><td>66</td></tr>
<tr><td>Therapists</td><td>69</td><td>77</td><td>80</td></tr>
<tr><td>Cleaning staff</td><td>52</td><td>63</td><td>75</td></tr>
<tr><td>All groups</td><td>65</td><td>68</td><td>77</td></tr></table>
<h2>Wards</h2>
<p>In 2023 ward 4B did best with 91 per cent, followed by maternity with 88 and ward 11 with 86. The emergency department came last with 59 per cent. Hands were disinfected more often after touching a patient (86 per cent) than before (68 per cent). When gloves were worn, the figure dropped to 61 per cent.</p>
<h2>How far the figures can be trusted</h2>
<p>The observers could be seen by everyone. A hidden check on three wards yielded a figure that was 12 percentage points lower. A first audit in 2019 found 54 per cent, but with another method; the two cannot be compared.</p>
<h2>Hand rub</h2>
<p>Consumption rose from 24 litres per 1,000 patient-days in 2021 to 31 litres in 2023; the goal for 2024 is 35 litres. Since October 2022 we have put up 260 new dispensers, 45 of which count each use. Whether the dispensers or the poster campaign brought about the improvement cannot be told apart. Infections with MRSA fell by a third over the same period; this, too, may have had other causes.</p>
<h2>Goals</h2>
<p>By the end of 2024 all groups together are to reach 80 per cent. Senior nurse Joy Adeleke says: "Eighty is a milestone, not a finish line."</p>'''),

    'outbreak': ('VRE on ward 7A, spring 2022: outbreak report', '2022-08-03', '''
<h1>VRE on ward 7A, spring 2022: outbreak report</h1>
<p>VRE are enterococci that no longer respond to vancomycin. Between March and May 2022 they were found in 13 patients of ward 7A. Ten of these merely carried them; three fell ill. One of the three died, but of heart failure: VRE was not the cause of death.</p>
<h2>Course of events</h2>
<ul><li>14 March: VRE is found in a man of 71 who had been transferred from Tarrow Infirmary three days earlier.</li>
<li>21 March: two more patients in the same bay test positive.</li>
<li>25 March: the ward is closed to new admissions.</li>
<li>4 April: all 26 patients on the ward are screened; nine are positive, six of them for the first time.</li>
<li>12 April: the ward reopens with 20 of its 28 beds.</li>
<li>15 April: the last new case is found.</li>
<li>6 May: the outbreak is declared over.</li></ul>
<h2>Where the germs were</h2>
<p>Of 148 samples from the ward 17 were positive: six from commode chairs, five from bed rails, four from infusion pumps and two from door handles. Taps were clean. A water cooler came under suspicion at first, but was ruled out on 29 March.</p>
<h2>Origin</h2>
<p>Sequencing showed the same strain in eleven of the 13 patients; the other two had strains of their own. The strain probably came from Tarrow. This could not be proved, since Tarrow had kept no samples.</p>
<h2>Staffing</h2>
<p>At the time 4 of the ward's 32 nursing posts were vacant. The outbreak team, led by Ruth Salter, does not conclude that this caused the outbreak.</p>
<h2>Cost and measures</h2>
<p>The outbreak cost an estimated £86,000, and 212 bed-days were lost. Of the team's seven recommendations four had been carried out by the end of July, among them cleaning the commodes after each use. Two are waiting for money. One, to give each bay its own infusion pumps, was turned down by the management.</p>'''),

    'editorial': ('Light at the end of the ward? An editorial', '2024-06-12', '''
<h1>Light at the end of the ward? An editorial</h1>
<p>By Marguerite Soames, professor of hospital hygiene in Aldwick</p>
<p>BRIGHTROOM is a careful trial, and its main result deserves to be taken seriously. Two things trouble me. First, it was done in a single hospital, whose rate of infections was above the national average of 5.2 per 1,000 bed-days to begin with. Second, the longer it lasted, the smaller the difference became: 27 per cent in the first half, 13 per cent in the second.</p>
<h2>What earlier trials showed</h2>
<table><tr><th>Trial</th><th>Hospitals</th><th>Patients</th><th>Reduction (%)</th></tr>
<tr><td>Orlen, 2017</td><td>9</td><td>31,200</td><td>10</td></tr>
<tr><td>Pasco, 2020</td><td>2</td><td>8,150</td><td>none</td></tr>
<tr><td>Lakeside, 2021</td><td>4</td><td>12,700</td><td>14</td></tr></table>
<p>Taken together, these trials suggest a modest benefit at best. None of them found fewer deaths. In Pasco the lamps were often not used at all, and I would not hold its result against the method.</p>
<h2>What should follow</h2>
<p>"A lamp does not wash a floor," a cleaner once told me, and no trial has refuted her. Hospitals that are short of cleaners should hire cleaners before they buy lamps. Where cleaning is in good order, lamps may be worth a try, first of all on medical wards. I would not yet recommend them for operating theatres, where they have not been tested.</p>
<h2>Reply by the authors</h2>
<p>Nadia Ferreira and colleagues reply that the dwindling of the effect "can be explained by the winter wave in the first half". They agree that a trial in several hospitals is needed; funding for it has been applied for, but not yet granted. The author of this editorial has received no money from makers of lamps.</p>'''),

    'visitors': ('Visiting Kelmarsh General: germs, hands and flowers', '2024-10-14', '''
<h1>Visiting Kelmarsh General: germs, hands and flowers</h1>
<h2>The rules in short</h2>
<ul><li>Visiting hours are from 2 p.m. to 7.30 p.m., in intensive care from 4 p.m. to 6 p.m.</li>
<li>No more than two visitors at a time, please.</li>
<li>Children under twelve may visit all wards except ward 9, where patients with blood diseases are treated.</li>
<li>Stay at home if you have had diarrhoea or vomited in the last 48 hours.</li>
<li>Masks are recommended from November to March; on ward 9 they are compulsory all year round.</li></ul>
<h2>Things we often hear, and which are wrong</h2>
<ul><li>"Resistant germs exist only in hospitals."</li>
<li>"Hand rub kills every kind of germ."</li>
<li>"The ultraviolet lamps harm patients in the next room."</li>
<li>"Flowers are forbidden in the whole hospital."</li></ul>
<h2>What is right</h2>
<p>About one healthy adult in twenty carries a resistant germ without noticing it. Hand rub does not destroy the spores of C. difficile; after visiting a patient who has it, wash your hands with soap. The light of the lamps does not pass through walls, doors or window panes. Flowers are not allowed in intensive care and on ward 9, but welcome anywhere else.</p>
<h2>If your relative is isolated</h2>
<p>You may visit as usual. The nurses will give you a gown and, if need be, gloves. Isolation ends after three negative tests, each taken at least two days apart. It does not mean that your relative is seriously ill. In 2023 some 1,150 patients were isolated, for six days on average.</p>
<h2>Questions?</h2>
<p>The infection control team has nine members and can be reached on weekdays between 8.30 a.m. and 4 p.m.</p>'''),

    'costs': ('Ultraviolet lamps: note on costs for the hospital board', '2024-09-03', '''
<h1>Ultraviolet lamps: note on costs for the hospital board</h1>
<p>The eight lamps used in the trial went back to Lumivex in October 2023. The board has to decide on 5 November 2024 whether lamps are to be bought, leased or done without. This note was written by the finance director, Gareth Lunt.</p>
<h2>Options</h2>
<table><tr><th>Option</th><th>Lamps</th><th>Cost over five years (£)</th><th>Wards served</th></tr>
<tr><td>Buy</td><td>8</td><td>905,000</td><td>12</td></tr>
<tr><td>Lease</td><td>8</td><td>1,042,000</td><td>12</td></tr>
<tr><td>Lease, small</td><td>4</td><td>531,000</td><td>6</td></tr>
<tr><td>No lamps, six more cleaners</td><td>0</td><td>870,000</td><td>31</td></tr></table>
<p>The maker charges €52,000 for one lamp. The lease would be £1,150 per lamp and month and could be ended at any time with three months' notice. All options with lamps include 3.5 additional posts.</p>
<h2>What may be saved</h2>
<p>We estimate that eight lamps would save between 1,400 and 2,100 bed-days a year. A bed-day is reckoned at £320. These are beds that could be filled with other patients, not money in the bank: no staff would become superfluous. The estimate rests on the result of the trial and would be too high if the effect grew weaker with time.</p>
<h2>Recommendation</h2>
<p>I recommend the small lease, subject to a public tender. Buying is cheaper in the long run than leasing the same number, but would tie us to a technique that may be outdated in three years. The works council prefers six more cleaners. The medical director, Elin Hargreave, wanted lamps for all 31 wards; this would cost £2.7 million and I advise against it.</p>
<h2>Last year's figures</h2>
<p>In the financial year 2022-23 infections acquired in hospital cost Kelmarsh General an estimated £3.8 million; in 2023-24 it was £3.1 million.</p>'''),

    'minutes': ('Infection Control Committee: minutes of 17 September 2024', '2024-09-24', '''
<h1>Infection Control Committee: minutes of 17 September 2024</h1>
<p>Present: eleven members; Ruth Salter in the chair. Apologies from Mr Lunt. The minutes of 18 June were approved with one change: the number of needle injuries in the first quarter was 14, not 41.</p>
<h2>1. Ultraviolet lamps</h2>
<p>Dr Bhatt declared an interest and left the room. Dr Hargreave moved to introduce lamps on all 31 wards; the motion failed by three votes to seven. The committee then agreed by eight votes to two to support a pilot on six medical wards until September 2025, provided that the board finds the money. Nurse Adeleke asked that cleaners be heard first.</p>
<h2>2. Infections from April to June</h2>
<ul><li>MRSA in the blood: three cases (January to March: five).</li>
<li>C. difficile: 17 cases (January to March: 16), within the yearly limit of 70.</li>
<li>Norovirus: two wards closed, for nine days in all.</li></ul>
<h2>3. Vaccination of staff against influenza</h2>
<p>Last winter 64 per cent were vaccinated, among doctors 78 per cent. The goal for this winter is 75 per cent. A proposal to make vaccination compulsory was not put to the vote, as it would need a change in the law. Vaccination begins on 1 October; the mobile team will visit every ward at least twice.</p>
<h2>4. Water</h2>
<p>Of 40 taps tested in August two were above the limit for legionella. Both are on the fourth floor and have been fitted with filters. A further test is due in October. Patients have not fallen ill.</p>
<h2>5. Any other business</h2>
<p>The post of the second hygiene doctor, vacant since May, has been filled: Amir Sadeghi will start on 1 December. The next meeting is on 10 December 2024.</p>'''),

    'sinks': ('Splashes from sinks: a study in two intensive care units', '2023-11-07', '''
<h1>Splashes from sinks: a study in two intensive care units</h1>
<h2>Aim and setting</h2>
<p>Drains of sinks harbour bacteria that reach patients through splashes. We compared two units of Kelmarsh General from January 2021 to December 2022. In the north unit, with 14 beds, all sinks in patients' rooms were removed in January 2022; in the south unit, with 16 beds, nothing was changed. Rooms were not assigned at random.</p>
<h2>Results</h2>
<table><tr><th>Cases per 1,000 bed-days</th><th>2021</th><th>2022</th></tr>
<tr><td>North unit, Pseudomonas</td><td>5.8</td><td>2.3</td></tr>
<tr><td>South unit, Pseudomonas</td><td>5.5</td><td>5.2</td></tr>
<tr><td>North unit, Klebsiella</td><td>3.1</td><td>2.9</td></tr>
<tr><td>South unit, Klebsiella</td><td>3.4</td><td>3.3</td></tr></table>
<p>Pseudomonas became rarer in the north unit, while Klebsiella hardly changed in either. Of 64 drains sampled before the change, 39 were colonised. Dye tests showed that splashes reached as far as 1.2 metres, most often when water fell straight on the drain. Patients were washed with prepared cloths instead; of the 52 nurses asked, 33 found this at least as good.</p>
<h2>Limits</h2>
<p>In March 2022 the north unit also got a new ventilation system, so that the decline cannot be put down to the sinks with certainty. The number of hand washes by staff was not recorded. The study was paid for by the hospital itself.</p>
<h2>Conclusion</h2>
<p>Removing sinks may lower the risk from Pseudomonas. "We took out eleven sinks and nobody has missed them," says the head of the north unit, Tobias Wren. The south unit is to follow in 2025, if the rebuilding is approved. Readers are asked not to conclude that hand washing is unnecessary.</p>'''),
}

T, C, U = 'true', 'contradicted', 'unsupported'

SENTENCES = [
    ('## The trial', None, None, 'heading'),
    ('A third of the wards that took part in the trial were surgical ones.', 'trial', 'Twelve wards took part, eight medical and four surgical', T),
    ('Eight surgical and four medical wards took part.', 'trial', 'Twelve wards took part, eight medical and four surgical', 'swapped numbers', C, True),
    ('The trial lasted for one year in all.', 'trial', 'between 1 September 2022 and 31 August 2023', T),
    ('The trial ended on 31 August 2024.', 'trial', 'between 1 September 2022 and 31 August 2023', 'wrong year', C, True),
    ('Six wards were treated with lamps and six were cleaned in the usual way throughout.', 'trial', 'Each ward spent six months with standard cleaning and six months with ultraviolet light', 'design misread', C, False),
    ('Intensive care took part in the trial as well.', 'trial', 'Intensive care was not included', 'negated', C, 'gap'),
    ('After every discharge without exception a lamp ran for 12 minutes.', 'trial', 'After each discharge a lamp ran for 12 minutes, provided the room was empty', 'condition dropped', C, False),
    ('The laboratory was kept in the dark about the arm to which a ward belonged.', 'trial', 'The staff knew which arm their ward was in; the laboratory did not', T),
    ('Neither the staff nor the laboratory knew which arm a ward was in.', 'trial', 'The staff knew which arm their ward was in', 'scope', C, False),
    ('Fewer than two per cent of the patients admitted were left out of the analysis.', 'trial', 'Of 24,310 patients admitted, 23,874 were analysed', T),
    ('Most of the patients left out had stayed for too short a time.', 'trial', 'The other 436 were left out, 291 because they stayed for less than a day', T),
    ('For lack of records, 291 patients could not be analysed.', 'trial', '291 because they stayed for less than a day and 145 because their records were missing', 'swapped numbers', C, 'gap'),
    ('The two arms differed by 70 patients.', 'trial', 'Patients analysed', T),
    ('With the lamps there were 1.3 fewer acquired infections per 1,000 bed-days.', 'trial', 'Acquired infections per 1,000 bed-days', T),
    ('The lamps lowered the rate of acquired infections from 6.4 to 4.9 per 1,000 bed-days.', 'trial', 'Acquired infections per 1,000 bed-days', 'table cell of another row', C, True),
    ('VRE was found 7.8 times per 1,000 bed-days under standard cleaning.', 'trial', 'VRE per 10,000 bed-days', 'per-unit mistake', C, True),
    ('Under the lamps VRE was found somewhat less than two thirds as often.', 'trial', 'VRE per 10,000 bed-days', T),
    ('It took 16 minutes longer to get a room ready when a lamp was used.', 'trial', 'Room ready again after (minutes)', T),
    ('Rooms were ready sooner with the lamps than without.', 'trial', 'Room ready again after (minutes)', 'comparison turned round', C, False),
    ('The confidence interval for the reduction reaches from 9 to 13 per cent.', 'trial', '95 per cent confidence interval 9 to 30', 'range end', C, 'gap'),
    ('The true reduction could be as small as 9 or as large as 30 per cent.', 'trial', '95 per cent confidence interval 9 to 30', T),
    ('The lamps saved lives.', 'trial', 'and in deaths were not significant', 'over-generalised', C, False),
    ('That C. difficile was a little rarer with the lamps may be due to chance.', 'trial', 'The differences in C. difficile (p = 0.41) and in deaths were not significant', T),
    ('On all wards alike the rate was lower by 24 per cent.', 'trial', 'whereas on surgical wards no clear effect was seen', 'scope', C, False),
    ('Roughly one discharge in five in the lamp arm was not followed by treatment.', 'trial', 'the treatment was carried out after 81 per cent of discharges', T),
    ('The lamps were not used after 58 per cent of the discharges in the lamp arm.', 'trial', 'the bed was needed urgently in 58 per cent of cases', 'merged facts', C, 'gap'),
    ('Two patients had reddened eyes because of a faulty sensor.', 'trial', 'Two cleaners had reddened eyes after a motion sensor had failed', 'swapped roles', C, False),
    ('The only people harmed were two cleaners, who were well again within two days.', 'trial', 'both recovered within two days', T),
    ('In the words of the authors, ultraviolet light "is a useful addition to cleaning and a replacement for it".', 'trial', 'may be a useful addition to cleaning, not a replacement for it', 'quotation altered', C, False),
    ('The authors admit that part of the effect might come from more careful cleaning.', 'trial', 'more careful cleaning might explain part of the effect', T),
    ('It should be added that the lamps will also help in hospitals with lower rates.', 'trial', 'Whether the lamps would help in hospitals with lower rates cannot be said', 'claim dressed as a remark', C, False),
    ('The summary does not break the deaths down by ward.', None, None, 'remark'),

    ('## What had been planned', None, None, 'heading'),
    ('The trial included 26,000 patients.', 'protocol', 'We plan to include 26,000 patients', 'target told as fact', U, False),
    ('The interim analysis was to take place halfway, after 13,000 of the 26,000 patients.', 'protocol', 'An interim analysis is planned after 13,000 patients', T),
    ('Originally the lamps were to run for eight minutes longer.', 'protocol', 'shortened from 20 to 12 minutes at the request of the nursing management', T),
    ('The running time was cut at the request of the maker of the lamps.', 'protocol', 'at the request of the nursing management', 'attribution', C, False),
    ("Two children's wards take part under the final protocol.", 'protocol', "The two children's wards were taken out", 'outdated version', C, False),
    ('Mortality is the primary outcome.', 'protocol', 'Mortality was moved from the primary to the secondary outcomes', 'outdated version', C, False),
    ('Patients are followed up for a third of the time first intended.', 'protocol', 'Patients are followed for 30 days after discharge instead of 90', T),
    ('Version 3.0 changes four points of the preceding version.', 'protocol', 'Changes since version 2.0 of 14 February 2022', T),
    ('Four and a half months lie between the second and the third version of the protocol.', 'protocol', 'Changes since version 2.0 of 14 February 2022', T),
    ('The ethics committee attached no conditions to its approval.', 'protocol', 'on condition that every patient receives a leaflet', 'negated', C, False),
    ('The ethics committee gave its approval on 2 July 2022.', 'protocol', 'approved the trial on 2 June 2022', 'wrong date', C, True),
    ('Patients do not have to sign anything, but can object to the use of their data.', 'protocol', 'Consent in writing is not required, but patients may refuse to have their data used', T),
    ('Some of the rooms are treated with hydrogen peroxide vapour.', 'protocol', 'Hydrogen peroxide vapour, because a room would be blocked for two and a half hours', 'copied out of a rejected list', C, False),
    ('Hydrogen peroxide was turned down since it keeps a room out of use for 150 minutes.', 'protocol', 'Hydrogen peroxide vapour, because a room would be blocked for two and a half hours', T),
    ('Copper surfaces were fitted on twelve wards for £340,000.', 'protocol', 'Copper surfaces, because they would cost £340,000 for twelve wards', 'copied out of a rejected list', C, False),
    ('Lumivex contributes £640,000 to the trial.', 'protocol', 'The National Institute for Clinical Trials contributes £640,000', 'attribution', C, True),
    ('The firm that lends the lamps has no influence on what is published.', 'protocol', 'it has no say in the design, the analysis or the publication', T),
    ('Counting its chair, the monitoring board has five members.', 'protocol', 'chaired by Hugh Callister and has four further members', T),
    ('Training a cleaner takes at least two weeks.', 'protocol', 'Each cleaner is to be trained for three hours at least two weeks before the start', "another thing's value", C, True),
    ('The results appeared in December 2023.', 'protocol', 'Results published', 'plan as done', U, False),
    ('The protocol foresaw three months or more between the last patient and publication.', 'protocol', 'Results published', T),

    ('## What had to be put right', None, None, 'heading'),
    ('The number of infections avoided is 310.', 'correction', 'Abstract, infections avoided', 'copied out of an erratum', C, False),
    ('The abstract had overstated the number of infections avoided by nine.', 'correction', 'Abstract, infections avoided', T),
    ('Only patients aged 16 or over could take part.', 'correction', 'Methods, age limit', 'copied out of an erratum', C, False),
    ('In the table of the paper two digits had changed places: 4,106 for 4,016.', 'correction', 'Table 2, surgical patients in the lamp arm', T),
    ('The corrected caption of the third figure speaks of 100 bed-days.', 'correction', 'Figure 3, caption', 'correction turned round', C, True),
    ('The errors were discovered by the authors themselves.', 'correction', 'They were pointed out by a reader, Lena Vogel', 'attribution', C, False),
    ('The errors change the conclusions of the trial.', 'correction', 'The conclusions are not affected', 'negated', C, 'gap'),
    ('After the correction the paper has eight authors.', 'correction', 'so that eight remain', T),
    ('Hugh Callister is one of the authors of the paper.', 'correction', 'he chaired the monitoring board and is not an author', 'negated', C, 'gap'),
    ('None of the authors had links with industry.', 'correction', 'The paper stated that none of the authors had links with industry', 'copied out of an erratum', C, False),
    ('One of the authors turned out to have been paid by Lumivex for giving lectures.', 'correction', 'In fact Samir Bhatt was paid £4,500 by Lumivex for lectures in 2021', T),
    ('Samir Bhatt was paid $4,500 for lectures.', 'correction', 'In fact Samir Bhatt was paid £4,500 by Lumivex', 'currency', C, True),
    ('One infection in three was prevented.', 'correction', 'claimed that "one infection in three" had been prevented', 'copied out of a denial', C, False),
    ('The first press release was withdrawn after less than two weeks.', 'correction', 'The hospital withdrew the release on 4 June', T),
    ('The hospital put out its corrected press release after the journal had corrected the paper.', 'correction', 'The hospital withdrew the release on 4 June and put out a new one', 'time order', C, False),
    ('Correcting the numbers changed the reduction by a tenth of a percentage point.', 'correction', 'the reduction changes from 20.4 to 20.3 per cent', T),
    ('The confidence interval did not change.', 'correction', 'the confidence interval stays the same', T),

    ('## Clean hands', None, None, 'heading'),
    ('| Group | 2021 (%) | 2023 (%) |', None, None, 'heading'),
    ('|---|---|---|', None, None, 'rule'),
    ('| Nurses | 71 | 82 |', 'hands', 'Nurses', T),
    ('| Doctors | 57 | 66 |', 'hands', 'Doctors', 'table row altered', C, 'gap'),
    ('| Therapists | 69 | 80 |', 'hands', 'Therapists', T),
    ('', None, None, 'break'),
    ('Cleaning staff improved most, by 23 percentage points in two years.', 'hands', 'Cleaning staff', T),
    ('Only the doctors did worse in 2022 than in 2021.', 'hands', '2022 (%)', T),
    ('In 2023 every group disinfected its hands at more than 80 per cent of the moments.', 'hands', '2023 (%)', 'over-generalised', C, False),
    ('From 2021 to 2023 the figure for all groups together rose by 12 per cent.', 'hands', 'All groups', 'percent for points', C, False),
    ('Maternity came third among the wards.', 'hands', 'followed by maternity with 88 and ward 11 with 86', 'wrong rank', C, False),
    ('The best ward was 32 percentage points ahead of the emergency department.', 'hands', 'The emergency department came last with 59 per cent', T),
    ('Hands were disinfected more often before touching a patient than afterwards.', 'hands', 'more often after touching a patient (86 per cent) than before (68 per cent)', 'comparison turned round', C, False),
    ('Staff who wore gloves disinfected their hands less often.', 'hands', 'When gloves were worn, the figure dropped to 61 per cent', T),
    ('When nobody knew of the observers, three wards did worse.', 'hands', 'A hidden check on three wards yielded a figure that was 12 percentage points lower', T),
    ('Since 2019 the figure has risen by 23 percentage points, as the audits show.', 'hands', 'but with another method; the two cannot be compared', 'caveat dropped', C, False),
    ('In 2023 the hospital used 35 litres of hand rub per 1,000 patient-days.', 'hands', 'to 31 litres in 2023; the goal for 2024 is 35 litres', 'target told as fact', C, True),
    ('Consumption of hand rub stood at 31 millilitres per 1,000 patient-days in 2023.', 'hands', 'to 31 litres in 2023', 'unit', C, True),
    ('The use of hand rub grew by more than a quarter in two years.', 'hands', 'Consumption rose from 24 litres per 1,000 patient-days in 2021', T),
    ('All of the 260 new dispensers count how often they are used.', 'hands', 'we have put up 260 new dispensers, 45 of which count each use', 'scope', C, True),
    ('The poster campaign brought about the improvement.', 'hands', 'Whether the dispensers or the poster campaign brought about the improvement cannot be told apart', 'cause for correlation', C, False),
    ('Cleaner hands reduced infections with MRSA by a third.', 'hands', 'Infections with MRSA fell by a third over the same period; this, too, may have had other causes', 'cause for correlation', C, False),
    ('In 2023 all groups together were still three points short of the goal for 2024.', 'hands', 'By the end of 2024 all groups together are to reach 80 per cent', T),
    ('For Joy Adeleke, 80 per cent is "a finish line, not a milestone".', 'hands', 'Eighty is a milestone, not a finish line', 'quotation altered', C, False),

    ('## An outbreak and its lessons', None, None, 'heading'),
    ('Thirteen patients of ward 7A fell ill with VRE.', 'outbreak', 'Ten of these merely carried them; three fell ill', 'part for whole', C, 'gap'),
    ('One patient died of VRE.', 'outbreak', 'VRE was not the cause of death', 'negated', C, 'gap'),
    ('Most of the patients in whom VRE was found did not become ill.', 'outbreak', 'Ten of these merely carried them', T),
    ('The first patient had come from Tarrow Infirmary on 11 March.', 'outbreak', 'who had been transferred from Tarrow Infirmary three days earlier', T),
    ('By 21 March three patients were known to carry VRE.', 'outbreak', 'two more patients in the same bay test positive', T),
    ('It took eleven days from the first finding to the closing of the ward.', 'outbreak', 'the ward is closed to new admissions', T),
    ('The ward was closed to admissions for nearly four weeks.', 'outbreak', 'the ward reopens with 20 of its 28 beds', 'wrong difference', C, False),
    ('On 4 April about one patient in three on the ward tested positive.', 'outbreak', 'all 26 patients on the ward are screened; nine are positive', T),
    ('The screening of 4 April brought to light nine new carriers.', 'outbreak', 'nine are positive, six of them for the first time', 'part for whole', C, 'gap'),
    ('On reopening, all 28 beds of the ward were available.', 'outbreak', 'the ward reopens with 20 of its 28 beds', 'scope', C, True),
    ('The outbreak was declared over three weeks after the last new case.', 'outbreak', 'the outbreak is declared over', T),
    ('The last new case was found before the ward reopened.', 'outbreak', 'the last new case is found', 'time order', C, False),
    ('Bed rails yielded the most positive samples.', 'outbreak', 'six from commode chairs, five from bed rails', 'wrong rank', C, False),
    ('Commodes and bed rails together accounted for eleven of the 17 positive samples.', 'outbreak', 'six from commode chairs, five from bed rails', T),
    ('About a quarter of the samples from the ward were positive.', 'outbreak', 'Of 148 samples from the ward 17 were positive', 'wrong percentage', C, False),
    ('VRE was found in two places, on commode chairs and on bed rails.', 'outbreak', 'four from infusion pumps and two from door handles', 'partial list as full list', C, False),
    ('The germs spread by way of a water cooler.', 'outbreak', 'A water cooler came under suspicion at first, but was ruled out on 29 March', 'copied out of a denial', C, False),
    ('Two of the patients had caught strains that differed from that of the others.', 'outbreak', 'the other two had strains of their own', T),
    ('It has been proved that the strain came from Tarrow.', 'outbreak', 'This could not be proved, since Tarrow had kept no samples', 'negated', C, 'gap'),
    ('One nursing post in eight was vacant at the time.', 'outbreak', "4 of the ward's 32 nursing posts were vacant", T),
    ('Vacant nursing posts led to the outbreak, in the view of the team.', 'outbreak', 'does not conclude that this caused the outbreak', 'cause for correlation', C, False),
    ('Each bay has been given its own infusion pumps.', 'outbreak', 'One, to give each bay its own infusion pumps, was turned down', 'copied out of a rejected proposal', C, False),
    ('By the end of July a little more than half of the recommendations had been carried out.', 'outbreak', "Of the team's seven recommendations four had been carried out by the end of July", T),

    ('## What others say', None, None, 'heading'),
    ('Even under standard cleaning the rate at Kelmarsh was below the national average of 5.2.', 'editorial', 'was above the national average of 5.2 per 1,000 bed-days', 'comparison turned round', C, False),
    ('In the second half of the trial the difference was about half as large as in the first.', 'editorial', '27 per cent in the first half, 13 per cent in the second', T),
    ('Soames names two objections.', 'editorial', 'Two things trouble me', T),
    ('The Pasco trial found a reduction of 10 per cent.', 'editorial', 'Pasco, 2020', 'table cell of another row', C, 'gap'),
    ('The three earlier trials took in 15 hospitals between them.', 'editorial', 'Lakeside, 2021', T),
    ('The three earlier trials had 42,050 patients in all.', 'editorial', 'Reduction (%)', 'wrong sum', C, True),
    ('The earliest of the three trials was also the largest.', 'editorial', 'Orlen, 2017', T),
    ('All of the earlier trials showed a benefit.', 'editorial', 'Pasco, 2020', 'over-generalised', C, False),
    ('Not one of the earlier trials found that fewer people died.', 'editorial', 'None of them found fewer deaths', T),
    ('Soames recommends the lamps for operating theatres.', 'editorial', 'I would not yet recommend them for operating theatres', 'negated', C, 'gap'),
    ('It was Nadia Ferreira who wrote that a lamp does not wash a floor.', 'editorial', '"A lamp does not wash a floor," a cleaner once told me', 'attribution', C, False),
    ('Money for a trial in several hospitals has been granted.', 'editorial', 'funding for it has been applied for, but not yet granted', 'negated', C, 'gap'),
    ('On one point the critic and the authors agree: a trial in more than one hospital is needed.', 'editorial', 'They agree that a trial in several hospitals is needed', T),
    ('The editorial does not name the cleaner it quotes.', None, None, 'remark'),
    ('Hand rub kills every kind of germ there is.', 'visitors', 'Hand rub kills every kind of germ', 'copied out of a myth list', C, False),
    ('Flowers are forbidden throughout the hospital.', 'visitors', 'Flowers are forbidden in the whole hospital', 'copied out of a myth list', C, False),
    ('Resistant germs exist only in hospitals.', 'visitors', 'Resistant germs exist only in hospitals', 'copied out of a myth list', C, False),
    ('Flowers are unwelcome in two parts of the hospital only.', 'visitors', 'Flowers are not allowed in intensive care and on ward 9', T),
    ('The hospital sets right four common errors.', 'visitors', 'Things we often hear, and which are wrong', T),
    ('Against the spores of C. difficile, soap is needed rather than hand rub.', 'visitors', 'Hand rub does not destroy the spores of C. difficile', T),
    ('About 5 per cent of healthy adults carry a resistant germ.', 'visitors', 'About one healthy adult in twenty carries a resistant germ', T),
    ('Intensive care is open to visitors until 7.30 p.m. every day.', 'visitors', 'in intensive care from 4 p.m. to 6 p.m.', "another thing's value", C, True),
    ('Visiting time on ordinary wards is five and a half hours.', 'visitors', 'Visiting hours are from 2 p.m. to 7.30 p.m.', T),
    ('From November to March visitors must wear masks everywhere.', 'visitors', 'Masks are recommended from November to March', 'modality', C, False),
    ('Ward 9 is the only one that a child of ten may not visit.', 'visitors', 'Children under twelve may visit all wards except ward 9', T),
    ('Children under twelve may visit every ward.', 'visitors', 'Children under twelve may visit all wards except ward 9', 'exception dropped', C, False),
    ('Isolation ends after a single negative test.', 'visitors', 'Isolation ends after three negative tests', 'changed number', C, 'gap'),

    ('## Money and decisions', None, None, 'heading'),
    ('Over five years, buying eight lamps would cost £137,000 less than leasing them.', 'costs', 'Cost over five years (£)', T),
    ('The cheapest option is to do without lamps and hire six more cleaners.', 'costs', 'No lamps, six more cleaners', 'wrong superlative', C, False),
    ('The small lease is the cheapest of the four options.', 'costs', 'Lease, small', T),
    ('One lamp costs £52,000.', 'costs', 'The maker charges €52,000 for one lamp', 'currency', C, True),
    ('The lease would come to £13,800 per lamp and year.', 'costs', 'The lease would be £1,150 per lamp and month', T),
    ('A lease would bind the hospital for five years.', 'costs', "could be ended at any time with three months' notice", 'condition changed', C, False),
    ('Eight lamps save between 1,400 and 2,100 bed-days a month.', 'costs', 'would save between 1,400 and 2,100 bed-days a year', 'unit', C, True),
    ('Even by the low estimate, the bed-days saved would be worth some £450,000 a year.', 'costs', 'We estimate that eight lamps would save between 1,400 and 2,100 bed-days a year', T),
    ('The lamps would allow the hospital to cut staff.', 'costs', 'no staff would become superfluous', 'negated', C, False),
    ('The board has decided in favour of the small lease.', 'costs', 'I recommend the small lease, subject to a public tender', 'proposal as decision', U, False),
    ('The works council and the finance director favour different options.', 'costs', 'The works council prefers six more cleaners', T),
    ('In 2023-24 infections acquired in hospital cost an estimated £3.8 million.', 'costs', 'in 2023-24 it was £3.1 million', "another year's value", C, 'gap'),
    ('Within a year the estimated cost of such infections went down by £700,000.', 'costs', 'cost Kelmarsh General an estimated £3.8 million', T),
    ('In the first quarter there were 41 needle injuries.', 'minutes', 'the number of needle injuries in the first quarter was 14, not 41', 'copied out of an erratum', C, True),
    ('Lamps are being introduced on all 31 wards.', 'minutes', 'the motion failed by three votes to seven', 'copied out of a rejected proposal', C, False),
    ('The committee is in favour of a pilot on six medical wards.', 'minutes', 'to support a pilot on six medical wards until September 2025', T),
    ('The pilot on six wards will take place, come what may.', 'minutes', 'provided that the board finds the money', 'condition dropped', C, False),
    ('In both votes on the lamps ten members cast a vote.', 'minutes', 'The committee then agreed by eight votes to two', T),
    ('MRSA in the blood became more frequent from the first to the second quarter.', 'minutes', 'MRSA in the blood: three cases (January to March: five)', 'direction', C, False),
    ('In the first half of 2024 there were 33 cases of C. difficile.', 'minutes', '17 cases (January to March: 16), within the yearly limit of 70', T),
    ('Last winter 75 per cent of the staff were vaccinated against influenza.', 'minutes', 'Last winter 64 per cent were vaccinated', 'target told as fact', C, True),
    ('Doctors were vaccinated more often than the staff as a whole.', 'minutes', 'among doctors 78 per cent', T),
    ('Vaccination of staff has been made compulsory.', 'minutes', 'A proposal to make vaccination compulsory was not put to the vote', 'copied out of a rejected proposal', C, False),
    ('One tap in twenty was above the limit for legionella.', 'minutes', 'Of 40 taps tested in August two were above the limit for legionella', T),
    ('The two taps are on the fifth floor.', 'minutes', 'Both are on the fourth floor', 'wrong place', C, 'gap'),
    ('It is worth bearing in mind that patients fell ill because of legionella in the taps.', 'minutes', 'Patients have not fallen ill', 'claim dressed as a remark', C, False),
    ('Amir Sadeghi has been working as second hygiene doctor since May.', 'minutes', 'Amir Sadeghi will start on 1 December', 'merged facts', C, 'gap'),

    ('## Sinks', None, None, 'heading'),
    ('In the north unit cases of Pseudomonas fell by about 60 per cent within a year.', 'sinks', 'North unit, Pseudomonas', T),
    ('In the south unit cases of Pseudomonas fell to 2.3 per 1,000 bed-days.', 'sinks', 'South unit, Pseudomonas', "another thing's value", C, True),
    ('Removing the sinks lowered Pseudomonas and Klebsiella alike.', 'sinks', 'Pseudomonas became rarer in the north unit, while Klebsiella hardly changed in either', 'merged facts', C, False),
    ('About three in five drains were colonised.', 'sinks', 'Of 64 drains sampled before the change, 39 were colonised', T),
    ('Splashes travelled up to 120 centimetres.', 'sinks', 'splashes reached as far as 1.2 metres', T),
    ('Splashes always reach 1.2 metres.', 'sinks', 'Dye tests showed that splashes reached as far as 1.2 metres', '"up to" dropped', C, False),
    ('Nineteen of the nurses asked did not find the cloths as good.', 'sinks', 'of the 52 nurses asked, 33 found this at least as good', T),
    ('The decline was certainly due to the removal of the sinks.', 'sinks', 'so that the decline cannot be put down to the sinks with certainty', 'hedge dropped', C, 'gap'),
    ('Chance did not decide which rooms lost their sinks.', 'sinks', 'Rooms were not assigned at random', T),
    ('Sinks were removed from both units in January 2022.', 'sinks', 'in the south unit, with 16 beds, nothing was changed', 'scope', C, False),
    ('The sinks of the south unit will be removed in 2025.', 'sinks', 'The south unit is to follow in 2025, if the rebuilding is approved', 'condition dropped', C, False),
    ('Outside money did not pay for the study of the sinks.', 'sinks', 'The study was paid for by the hospital itself', T),

    ('## What cannot be answered', None, None, 'heading'),
    ('None of the sources says how the board decided on 5 November.', None, None, 'remark'),
    ('The pages do not give the figures for hand hygiene in 2024.', None, None, 'remark'),
    ('Most of these pages come from the hospital itself, so they are not independent of one another.', None, None, 'remark'),
    ('Whether the pilot has begun could not be found out.', None, None, 'remark'),
]

OPENING = [
    ('At Kelmarsh General there were 1.3 fewer acquired infections per 1,000 bed-days with ultraviolet lamps.', 'trial', 'The rate of acquired infections was 20 per cent lower with the lamps'),
    ('The paper on the trial had to be corrected, but the confidence interval did not change.', 'correction', 'the confidence interval stays the same'),
    ('The committee favours a pilot on six medical wards.', 'minutes', 'to support a pilot on six medical wards until September 2025'),
]
