"""The archive of a court: an older and a newer guide to its holdings, the rules of its reading room, measurements in the stacks, a fire, the life of a director,
a press release on scanning, the minutes of a board, questions of family historians, figures of use and a file of 1788. Written by one who had not seen the program;
pages, report and labels were fixed before it was run on them. The last column says whether a figure, a date, a unit, a name or a plain negation alone proves the error ('gap': it does, and code did not see it)."""

PAGES = {
    'guide2015': ('Court Archive of Harnow: guide to the holdings, third edition', '2015-03-02', '''
<h1>Court Archive of Harnow: guide to the holdings, third edition</h1>
<p>The Court Archive keeps the records of 23 courts of the Harnow region. As of 1 January 2015 they fill 9.8 kilometres of shelves, all of them in Harnow Castle. The archive has a staff of 17. This edition was prepared by Bertil Kranz.</p>
<h2>Groups</h2>
<table><tr><th>Group</th><th>Shelf metres</th><th>Years</th></tr>
<tr><td>Civil courts</td><td>4,150</td><td>1562 to 1990</td></tr>
<tr><td>Criminal courts</td><td>2,380</td><td>1598 to 1995</td></tr>
<tr><td>Land registers</td><td>1,920</td><td>1701 to 1978</td></tr>
<tr><td>Notaries</td><td>860</td><td>1611 to 1940</td></tr>
<tr><td>Maps and plans</td><td>490</td><td>1688 to 1962</td></tr></table>
<h2>The oldest piece</h2>
<p>The oldest piece is a charter of 1341 in which the count grants the town of Harnow a court of its own. It was found behind a panelling in 1904 and is shown on the Open Day, which is held every second year.</p>
<h2>Finding aids</h2>
<p>About 40 per cent of the files are described in the online catalogue. For the others there are card indexes and lists in the reading room. The cards of the criminal courts are arranged by the name of the accused, those of the civil courts by the name of the plaintiff. Women are often entered under the name of the husband.</p>
<h2>Space</h2>
<p>The castle is almost full: there is room for 350 metres more. The ministry has promised an annexe at Millgate, which is to be ready in 2018. Until then the courts have been asked to hand over only files that are more than 40 years old. Records that are used often will stay in the castle.</p>
<h2>What we do not keep</h2>
<p>Parish registers are kept by the diocese in Lormen, the files of the police by the State Archive. The court of Sennwald has kept its own records since 1948 and does not belong to our district. Private papers of judges are accepted as gifts, but are not bought.</p>'''),

    'guide2023': ('Court Archive of Harnow: guide to the holdings, fourth edition', '2023-09-12', '''
<h1>Court Archive of Harnow: guide to the holdings, fourth edition</h1>
<p>This edition replaces the third, which appeared in 2015. The archive now keeps the records of 27 courts. They fill 12.4 kilometres of shelves at two sites, 7.1 kilometres in Harnow Castle and 5.3 kilometres in the annexe at Millgate, which was opened in May 2019. The staff numbers 21, six of them part-time.</p>
<h2>Groups</h2>
<table><tr><th>Group</th><th>Shelf metres</th><th>Years</th></tr>
<tr><td>Civil courts</td><td>5,210</td><td>1562 to 2001</td></tr>
<tr><td>Criminal courts</td><td>3,040</td><td>1598 to 2004</td></tr>
<tr><td>Land registers</td><td>2,260</td><td>1701 to 1986</td></tr>
<tr><td>Notaries</td><td>1,330</td><td>1611 to 1968</td></tr>
<tr><td>Maps and plans</td><td>560</td><td>1688 to 1975</td></tr></table>
<h2>The oldest piece</h2>
<p>Earlier editions named a charter of 1341 as the oldest piece. In 2018 Ilse Gant showed that it is a forgery of about 1460. The oldest genuine piece is a court roll of 1378.</p>
<h2>Finding aids</h2>
<p>At present 68 per cent of the files are described online. The notaries have been covered completely, the land registers not at all. In the case of the civil courts the descriptions reach as far as 1870.</p>
<h2>Space and intake</h2>
<p>There is still room for 2.1 kilometres. We expect to take in about 300 metres a year, so that the space should last for some seven years. The courts have to offer us all their closed files; of these we keep about 8 per cent. Which files are kept is decided by the archive alone, not by the courts. Files of the land registers are kept without exception.</p>
<h2>Gaps</h2>
<p>The files of the court of Brackwater from 1890 to 1926 burned. Those of the court of Oststead for the years from 1806 to 1813 were carried off by French troops; part of them came back in 1821. Whether the rest still exists is not known; it may lie unrecognised in another archive.</p>'''),

    'rules': ('Rules of the reading room', '2022-11-15', '''
<h1>Rules of the reading room</h1>
<h2>Hours and places</h2>
<p>The reading room is open from Tuesday to Thursday between 9 a.m. and 5 p.m. and on Fridays between 9 a.m. and 1 p.m. It has 24 places, four of them with a microfilm reader. Places cannot be reserved, except for those with a microfilm reader.</p>
<h2>Who may use it</h2>
<p>Readers need a card, which is free of charge and valid for two years. Persons under 16 are admitted only in the company of an adult. Whoever breaks the rules is warned the first time and may be excluded for up to six months the second time.</p>
<h2>Ordering</h2>
<ul><li>No more than five files a day may be ordered.</li>
<li>Files in the castle that are ordered by noon are ready on the next working day.</li>
<li>Files at Millgate take three working days.</li>
<li>Files are held for two weeks and then go back.</li></ul>
<h2>Handling</h2>
<ul><li>Only pencils may be used for writing.</li>
<li>Gloves are worn for photographs and seals only; everything else is to be touched with clean, dry hands.</li>
<li>Laptops are allowed, hand scanners are not.</li>
<li>Photographs without flash are free for private use. For publication a permit is needed, which costs €25 per picture.</li></ul>
<h2>Periods of closure</h2>
<table><tr><th>Kind of file</th><th>Closed for</th></tr>
<tr><td>Ordinary files</td><td>30 years after the case ended</td></tr>
<tr><td>Files about a person</td><td>10 years after the death of the person</td></tr>
<tr><td>The same, date of death unknown</td><td>100 years after the birth</td></tr>
<tr><td>Files on adoption</td><td>100 years after the case ended</td></tr></table>
<p>The director may shorten a period for purposes of research, provided that the court concerned agrees. Files on adoption are excepted from this. A refusal is given in writing and states the reasons. Bags and coats are put into lockers, for which a coin of €1 is needed; it is returned.</p>'''),

    'climate': ('Climate in the stacks: measurements of 2023', '2024-02-01', '''
<h1>Climate in the stacks: measurements of 2023</h1>
<p>Paper keeps best if it is cool and neither damp nor too dry. Our limits are 14 to 18 °C and a relative humidity of 40 to 55 per cent. In 2023 we measured with 26 loggers, one reading every ten minutes. Two loggers failed in October and were replaced within a week. The report was written by the conservator, Pavel Drozd.</p>
<table><tr><th>Room</th><th>Mean temperature (°C)</th><th>Highest (°C)</th><th>Mean humidity (%)</th><th>Days outside the limits</th></tr>
<tr><td>Castle, vault</td><td>15.8</td><td>19.4</td><td>53</td><td>41</td></tr>
<tr><td>Castle, attic</td><td>19.6</td><td>27.3</td><td>47</td><td>133</td></tr>
<tr><td>Millgate, hall A</td><td>16.1</td><td>18.2</td><td>49</td><td>3</td></tr>
<tr><td>Millgate, hall B</td><td>16.3</td><td>17.9</td><td>50</td><td>0</td></tr></table>
<h2>Mould</h2>
<p>In April mould was found on 37 boxes in the vault. It did not spread. The cause was probably a blocked gutter. The suspicion that the new air conditioning was to blame was not confirmed. All the boxes were cleaned by June; the cleaning took 190 hours of work.</p>
<h2>Acid in paper</h2>
<p>Of 400 sheets tested, 148 had a pH below 5. In 2023 we had 2.2 tonnes of paper deacidified, at €19 per kilogram. Sheets with coloured inks cannot be treated.</p>
<h2>Insects</h2>
<p>The traps caught 312 silverfish, compared with 205 in 2022. It must be added that there were 60 traps instead of 40, so that an increase has not been proved. Woodworm was not found.</p>
<h2>Energy</h2>
<p>The castle used 142 megawatt-hours, Millgate 58. Per metre of shelf this is almost twice as much in the castle.</p>
<h2>Goals</h2>
<p>In 2025 no room is to be outside the limits on more than 20 days. The attic is to be cleared by 2026 if hall C at Millgate is built by then.</p>'''),

    'fire': ('The fire of 1926', '2016-10-07', '''
<h1>The fire of 1926</h1>
<p>In the night from 18 to 19 February 1926 the north wing of Harnow Castle burned. It was the worst night in the history of the archive. Of its 46,000 volumes about 11,000 were lost.</p>
<h2>The night</h2>
<ul><li>11.40 p.m.: a baker's apprentice, Josef Lindt, sees flames and raises the alarm.</li>
<li>12.15 a.m.: the fire brigade of Harnow arrives. At 14 degrees below zero the hydrants are frozen.</li>
<li>1.30 a.m.: the brigade of Brackwater joins in with a steam pump.</li>
<li>2 a.m.: the roof falls in.</li>
<li>6 a.m.: the fire is out.</li></ul>
<p>Soldiers and students carried about 3,200 volumes out of the building. Nobody was killed. The fireman Karl Ott lost an eye.</p>
<h2>Losses by court</h2>
<table><tr><th>Court</th><th>Volumes lost (about)</th></tr>
<tr><td>Brackwater</td><td>5,400</td></tr>
<tr><td>Harnow</td><td>3,100</td></tr>
<tr><td>Oststead</td><td>1,700</td></tr>
<tr><td>Others</td><td>800</td></tr></table>
<h2>The cause</h2>
<p>The police found that a stove in the clerks' room had been overheated. In the town it was whispered that a forger named Matthias Kehl had set the fire out of revenge. This cannot be true: Kehl was in prison at the time. The director, Theodor Amsel, resigned in April 1926, although the inquiry had found no fault with him.</p>
<h2>Rebuilding</h2>
<p>The insurance paid 180,000 marks; rebuilding cost 412,000 marks. The difference was borne by the province. The archive reopened on 3 June 1929, with iron doors and without stoves. Sprinklers were not put in until 1988.</p>
<h2>What is left</h2>
<p>Some 600 charred volumes are kept which cannot be opened. In 2014 one of them was examined with X-rays; of 20 pages 12 became legible. If the method can be made cheaper, the other volumes might follow. At present one volume would cost about €9,000.</p>'''),

    'director': ('Leonie Hartwick (1889 to 1971), archivist', '2019-05-20', '''
<h1>Leonie Hartwick (1889 to 1971), archivist</h1>
<p>Leonie Hartwick was born on 12 August 1889 in Oststead, the daughter of a notary. She studied history and law at Lormen, where in 1914 she became the third woman to be awarded a doctorate. Her thesis dealt with the courts of the medieval guilds. She then taught at a girls' school for five years.</p>
<h2>At the archive</h2>
<p>In 1920 she joined the Court Archive of Harnow as an assistant. When Theodor Amsel resigned in April 1926 she took over as acting director; on 1 January 1928 she was made director, the first woman in the country to head a court archive. She had a card index of 240,000 cards drawn up and arranged the files according to the court they came from, no longer by subject.</p>
<h2>Dismissal and return</h2>
<p>In 1934 she was dismissed because she refused to hand over a list of the divorces of Jewish couples. From 1936 to 1945 she lived in Lisbon and earned her living as a translator. In 1946 she was given back her post, which she held until she retired on 31 August 1955.</p>
<h2>What is told about her</h2>
<p>It is told that in 1934 she hid charters in sacks of flour; there is no evidence for this. She is also often credited with the microfilming of the files. This began only in 1961, under her successor Emil Storck.</p>
<h2>Works</h2>
<p>She wrote four books. The best known, Ink and Oath, came out in 1931 and was translated into French, Portuguese and Dutch. A sentence from its preface is quoted to this day: "An archive that says no must say why."</p>
<h2>Life</h2>
<p>Hartwick never married. For 31 years she shared a house with the painter Ada Brun. She died on 2 February 1971. In 1998 a street in Harnow was named after her. Her letters, 1,870 in number, are not in the archive that she headed, but in the University Library of Lormen.</p>'''),

    'scans': ('Two million pages online: press release', '2024-04-09', '''
<h1>Two million pages online: press release</h1>
<p>Since yesterday, 8 April 2024, the Court Archive of Harnow has had two million scanned pages on the internet. The work began in September 2020. By the end of 2028 there are to be five million. "We are opening the doors, not throwing away the keys," said the director, Mirjam Toll.</p>
<h2>What can be seen</h2>
<p>The pages come from the criminal courts (1.2 million), the notaries (0.5 million) and the land registers (0.3 million). Use is free. Files that mention living persons are not put online. Full text search has been available for the notaries since January 2024; for the criminal courts it is to follow in 2026.</p>
<h2>How it is done</h2>
<p>The firm ScanWerk scans up to 6,000 pages a day, files at 400 dots per inch and maps at 600. The staff of the archive check one page in fifty. A program reads the old hands. In tests it got 4.8 per cent of the characters wrong in hands of the 19th century and 11.5 per cent in hands of the 17th. Its text should therefore not be quoted unchecked. In addition 87 volunteers have transcribed 31,000 pages; the archive thanks above all Edda Lorenz, who did 4,300 of them.</p>
<h2>The originals</h2>
<p>It has been claimed on the internet that the originals are to be pulped after scanning. This is nonsense. Every original is kept. Only the old microfilms will be given up, and these only if the State Archive does not want them.</p>
<h2>Money</h2>
<p>The project costs €1.8 million. The National Heritage Fund pays 60 per cent, the region 25 per cent and the state lottery 15 per cent. The scans take up 118 terabytes. They are stored in Lormen, with copies in two other places.</p>
<h2>Interest</h2>
<p>In March 2024 the site had 46,000 visits from 52 countries. About a third of them came from abroad.</p>'''),

    'minutes': ('Advisory Board of the Court Archive: minutes of 6 June 2024', '2024-06-13', '''
<h1>Advisory Board of the Court Archive: minutes of 6 June 2024</h1>
<p>Present: nine of the twelve members; Judge Konrad Weiss in the chair. The director, Mirjam Toll, attended without a vote. The minutes of 8 February were approved with one change: the number of pieces lent to the museum in Lormen was 17, not 71.</p>
<h2>1. Opening on Saturdays</h2>
<p>Petra Vann, of the society of family historians, moved that the reading room be open every Saturday. The motion failed by three votes to six. The board then recommended, by seven votes to two, to open on the first Saturday of each month from October 2024 to March 2025 as a trial, provided that the ministry pays for the overtime.</p>
<h2>2. Hall C at Millgate</h2>
<p>Ms Toll reported that the hall is estimated to cost €6.4 million. The ministry will decide in the autumn. Building could begin in 2026 at the earliest. The competition of architects drew 31 entries; the first prize went to Studio Lerch, the second to Bureau Omnia, the third to Hanke and Daughter.</p>
<h2>3. How much is kept</h2>
<p>Ulrich Storr, of the court administration, asked that only 5 per cent of the files be kept in future instead of 8. Ilse Gant objected: the files of small people would be the first to go. The board passed no resolution.</p>
<h2>4. Missing seals</h2>
<p>Of the 14 seals missed since 2022, nine have been found with a dealer in Lormen. A former temporary worker has been questioned by the police, but not charged. The other five seals are still missing. The insurance has not yet paid.</p>
<h2>5. Election</h2>
<p>Ilse Gant was elected vice-chair with eight votes and one abstention. She follows Otto Marten, who had held the office since 2016.</p>
<h2>6. Any other business</h2>
<p>The lift in the castle will be out of order until the middle of July. The next meeting is on 21 November 2024.</p>'''),

    'faq': ('Family history: questions and answers', '2024-01-17', '''
<h1>Family history: questions and answers</h1>
<h2>Do you keep parish registers?</h2>
<p>No. They are in the archive of the diocese in Lormen. We keep what came before a court: wills, guardianships, lawsuits and land registers.</p>
<h2>What does an enquiry cost?</h2>
<p>The first 15 minutes of our search are free. After that we charge €32 for each half-hour begun. An answer takes about three weeks, in summer up to six.</p>
<h2>How far back do the wills go?</h2>
<p>To 1654. The wills made before 1900 have an index with about 58,000 names. Later ones can be found only if the place is known.</p>
<h2>My ancestor emigrated. Will you know of it?</h2>
<p>Perhaps. We have 6,400 files on people who applied to emigrate between 1832 and 1871. According to these, 4,100 wished to go to North America, 1,700 to Brazil and 600 elsewhere. Many left without applying; of these there is no trace here. An application does not prove that somebody really left.</p>
<h2>I was adopted. May I see my file?</h2>
<p>Yes. From the age of 16 you may see your own file, no matter how old it is. Please bring your identity card.</p>
<h2>Is it true that everything burned in 1926?</h2>
<p>No, though it is often repeated. About a quarter of the volumes was lost.</p>
<h2>Is it true that you sell originals?</h2>
<p>No. What we sell are facsimiles, at €18 each.</p>
<h2>I cannot read the old hand. What can I do?</h2>
<p>We hold a course twice a year, in March and in October. It consists of five evenings and costs €45. There are at most 12 participants. Until about 1640 most of the records are in Latin, and we do not teach Latin.</p>
<h2>Can I ring you?</h2>
<p>Yes, on Tuesdays and Thursdays between 10 a.m. and noon. Letters and messages are answered in the order in which they come in; we make no exceptions, not even for birthdays.</p>'''),

    'use': ('Use of the archive: figures for 2019 to 2023', '2024-03-05', '''
<h1>Use of the archive: figures for 2019 to 2023</h1>
<p>These figures were put together by Sven Aldo. For 2020 there are none, since the reading room was being rebuilt; in 2021 it was closed until 31 May.</p>
<table><tr><th></th><th>2019</th><th>2021</th><th>2022</th><th>2023</th></tr>
<tr><td>Visits to the reading room</td><td>4,860</td><td>1,930</td><td>3,410</td><td>3,975</td></tr>
<tr><td>Readers</td><td>1,215</td><td>540</td><td>910</td><td>1,060</td></tr>
<tr><td>Files issued</td><td>17,400</td><td>6,800</td><td>11,900</td><td>13,600</td></tr>
<tr><td>Written enquiries</td><td>2,310</td><td>3,460</td><td>3,120</td><td>2,870</td></tr></table>
<h2>Why people come</h2>
<p>In 2023 some 46 per cent of the readers came for family history, 31 per cent for academic research, 15 per cent on legal matters and 8 per cent for other reasons. In 2022 academic research had stood at 27 per cent.</p>
<h2>Where they come from</h2>
<p>In 2023 readers came from 29 countries. Most of those from abroad came from the Netherlands (41), followed by Poland (33) and the United States (27). One reader from Utrecht came on 112 days.</p>
<h2>Enquiries</h2>
<p>Written enquiries have become fewer since 2021, while more and more files have gone online. The two may be connected, but we have not looked into it. On average an enquiry was answered after 12 working days in 2023. The goal for 2024 is 10 working days.</p>
<h2>A survey</h2>
<p>In the autumn of 2023 we handed out 640 questionnaires and got 212 back. Of those who answered, 88 per cent were content with the archive. People who are annoyed may have been less inclined to answer. The most frequent wish was for longer hours, the second for coffee. One reader wrote: "The silence here is the best in town."</p>
<h2>Tours</h2>
<p>In 2023 there were 58 guided tours with 1,140 participants, at least 400 of whom were pupils. Tours for schools cost nothing, if they are booked two weeks before.</p>'''),

    'miller': ('The miller of Oststead, 1788: guide to a file', '2021-08-30', '''
<h1>The miller of Oststead, 1788: guide to a file</h1>
<p>No file of the archive is asked for more often than this one. It consists of 214 leaves; leaves 88 to 93 have been missing since 1902 at the latest. The miller Jakob Rehm was accused of having mixed chalk into his flour. It was the baker Anna Holt who accused him.</p>
<h2>Course of the trial</h2>
<ul><li>11 January 1788: Holt lodges her complaint.</li>
<li>19 January: the mill is searched; two sacks of chalk are found.</li>
<li>2 February: Rehm is questioned for the first time. The chalk, he says, was for whitewashing.</li>
<li>14 March: two apothecaries test the flour. Brandt finds chalk in three of eight samples, Seel in none.</li>
<li>9 May: the court of Oststead, under Georg von Tann, fines Rehm 60 thalers and takes away his licence.</li>
<li>27 May: Rehm appeals.</li>
<li>3 October: the High Court in Harnow, under Heinrich Loos, quashes the sentence for want of proof.</li></ul>
<p>Rehm got his licence back in March 1789. The costs of the appeal, 41 thalers, were paid by the state. In Oststead 19 witnesses had been heard, twelve for the prosecution and seven for the defence.</p>
<h2>Novel and truth</h2>
<p>In 1887 Carl Imhof published his novel The White Mill. In the novel Rehm is hanged. In truth he died in his bed in 1811, at the age of 73. A judge who takes bribes is Imhof's invention as well.</p>
<h2>Was he guilty?</h2>
<p>The file does not say. The historian Ilse Gant believes that Holt wanted the mill for her brother; the file contains no proof of this. A sample of the flour, sealed in 1788, was examined in 2006. It contained no chalk, but it is not known from which sack it was taken.</p>
<h2>Use</h2>
<p>The file has been restored and may be seen only as a scan. Exceptions are made for exhibitions of up to three months.</p>'''),
}

T, C, U = 'true', 'contradicted', 'unsupported'

SENTENCES = [
    ('## What the archive keeps', None, None, 'heading'),
    ('In 2015 the civil courts filled more shelves than any other group.', 'guide2015', 'Civil courts', T),
    ('In 2015 the civil and the criminal courts together took up 6.53 kilometres of shelves.', 'guide2015', 'Criminal courts', T),
    ('The Open Day is held twice a year.', 'guide2015', 'the Open Day, which is held every second year', 'frequency', C, False),
    ('According to the third edition, most of the files could not yet be found in the online catalogue.', 'guide2015', 'About 40 per cent of the files are described in the online catalogue', T),
    ('In the card index of the criminal courts one has to look for the name of the plaintiff.', 'guide2015', 'The cards of the criminal courts are arranged by the name of the accused', 'swapped roles', C, False),
    ('The annexe at Millgate was ready in 2018.', 'guide2015', 'an annexe at Millgate, which is to be ready in 2018', 'target told as fact', U, False),
    ('Papers left by judges are bought if they are of interest.', 'guide2015', 'Private papers of judges are accepted as gifts, but are not bought', 'negated', C, 'gap'),
    ('The archive keeps 9.8 kilometres of records today.', 'guide2023', 'They fill 12.4 kilometres of shelves at two sites', 'old value told as current', C, True),
    ('The larger part of the shelves is in the castle.', 'guide2023', '7.1 kilometres in Harnow Castle and 5.3 kilometres in the annexe at Millgate', T),
    ('Fifteen members of the staff work full-time.', 'guide2023', 'The staff numbers 21, six of them part-time', T),
    ('| Group | Shelf metres | Years |', None, None, 'heading'),
    ('|---|---|---|', None, None, 'rule'),
    ('| Criminal courts | 3,040 | 1598 to 2004 |', 'guide2023', 'Criminal courts', T),
    ('| Land registers | 1,330 | 1701 to 1986 |', 'guide2023', 'Land registers', 'wrong row of a table', C, True),
    ('', None, None, 'break'),
    ('The oldest piece in the archive is a genuine charter of 1341.', 'guide2023', 'In 2018 Ilse Gant showed that it is a forgery of about 1460', 'refuted claim told as true', C, False),
    ('The charter once taken for the oldest piece was made more than a hundred years later than had been believed.', 'guide2023', 'In 2018 Ilse Gant showed that it is a forgery of about 1460', T),
    ('The whole of the land registers is described online.', 'guide2023', 'The notaries have been covered completely, the land registers not at all', "another thing's value", C, False),
    ('The archive takes in about 300 metres of files a month.', 'guide2023', 'We expect to take in about 300 metres a year', 'per-unit mistake', C, True),
    ('The courts decide which of their files are kept.', 'guide2023', 'Which files are kept is decided by the archive alone, not by the courts', 'wrong actor', C, False),
    ('More than nine tenths of the files that the courts offer are not kept.', 'guide2023', 'of these we keep about 8 per cent', T),
    ('All the files carried off from Oststead came back in 1821.', 'guide2023', 'part of them came back in 1821', 'part told as whole', C, False),

    ('## In the reading room', None, None, 'heading'),
    ('From Saturday to Monday the reading room is not open.', 'rules', 'The reading room is open from Tuesday to Thursday', T),
    ('In a normal week the reading room is open for 28 hours.', 'rules', 'and on Fridays between 9 a.m. and 1 p.m.', T),
    ('Any place in the reading room can be reserved.', 'rules', 'Places cannot be reserved, except for those with a microfilm reader', 'exception told as rule', C, False),
    ('Young people under 16 may not use the reading room, not even together with an adult.', 'rules', 'Persons under 16 are admitted only in the company of an adult', 'exception dropped', C, False),
    ('A reader who breaks the rules a second time is shut out for at least six months.', 'rules', 'may be excluded for up to six months the second time', '"up to" turned into "at least"', C, False),
    ('Files from Millgate are ready on the next working day.', 'rules', 'Files at Millgate take three working days', "another thing's value", C, 'gap'),
    ('A letter without photographs or seals is handled without gloves.', 'rules', 'Gloves are worn for photographs and seals only', T),
    ('To photograph a file for private use costs €25 per picture.', 'rules', 'Photographs without flash are free for private use', 'merged facts', C, False),
    ('Files on adoption stay closed for 30 years.', 'rules', 'Files on adoption', 'wrong row of a table', C, True),
    ('Even for research the director cannot shorten the period for files on adoption.', 'rules', 'Files on adoption are excepted from this', T),
    ('The director may shorten a period of closure without asking the court.', 'rules', 'provided that the court concerned agrees', 'condition dropped', C, False),

    ('## Heat, mould and acid', None, None, 'heading'),
    ('Each logger took six readings an hour.', 'climate', 'one reading every ten minutes', T),
    ('The vault was warmer on average than either hall at Millgate.', 'climate', 'Castle, vault', 'comparison turned round', C, False),
    ('The attic was the only room whose mean temperature lay outside the limits.', 'climate', 'Castle, attic', T),
    ('In the attic the temperature rose to 27.3 degrees Fahrenheit.', 'climate', 'Highest (°C)', 'unit', C, True),
    ('Only one room kept within the limits on every day of the year.', 'climate', 'Millgate, hall B', T),
    ('The mould came from the new air conditioning.', 'climate', 'The suspicion that the new air conditioning was to blame was not confirmed', 'suspicion told as fact', C, False),
    ('A blocked gutter was certainly the cause of the mould.', 'climate', 'The cause was probably a blocked gutter', 'hedge dropped', C, False),
    ('A blocked gutter is the likely cause of the mould.', 'climate', 'The cause was probably a blocked gutter', T),
    ('Of the sheets tested 37 per cent had a pH below 5.', 'climate', 'Of 400 sheets tested, 148 had a pH below 5', T),
    ('Deacidifying 2.2 tonnes of paper cost €41,800.', 'climate', 'we had 2.2 tonnes of paper deacidified, at €19 per kilogram', T),
    ('It has been shown that silverfish are increasing.', 'climate', 'so that an increase has not been proved', 'caveat dropped', C, False),
    ('Together the two sites used 190 megawatt-hours.', 'climate', 'The castle used 142 megawatt-hours, Millgate 58', 'wrong sum', C, True),
    ('In 2023 no room was outside the limits on more than 20 days.', 'climate', 'In 2025 no room is to be outside the limits on more than 20 days', 'target told as fact', C, False),

    ('## The night of the fire', None, None, 'heading'),
    ('Just under a quarter of the volumes were lost.', 'fire', 'Of its 46,000 volumes about 11,000 were lost', T),
    ('It was a fireman, Karl Ott, who raised the alarm.', 'fire', "a baker's apprentice, Josef Lindt, sees flames and raises the alarm", 'attribution', C, True),
    ('The brigade of Harnow was on the spot 35 minutes after the alarm.', 'fire', 'the fire brigade of Harnow arrives', T),
    ('By the time the brigade of Brackwater came, the roof had fallen in.', 'fire', 'the brigade of Brackwater joins in with a steam pump', 'time order', C, False),
    ('One man was killed in the fire.', 'fire', 'Nobody was killed', 'negated', C, True),
    ('Nearly half of the lost volumes came from the court of Brackwater.', 'fire', 'Volumes lost (about)', T),
    ('The forger Matthias Kehl set the fire out of revenge.', 'fire', 'This cannot be true: Kehl was in prison at the time', 'rumour told as fact', C, False),
    ('The page rules out that Kehl set the fire, as he was behind bars.', 'fire', 'This cannot be true: Kehl was in prison at the time', T),
    ('Amsel had to go because the inquiry had found him at fault.', 'fire', 'although the inquiry had found no fault with him', 'wrong cause', C, False),
    ('The province had to find 232,000 marks for the rebuilding.', 'fire', 'The insurance paid 180,000 marks; rebuilding cost 412,000 marks', T),
    ('When the archive reopened in 1929 it had sprinklers.', 'fire', 'Sprinklers were not put in until 1988', 'later state told of an earlier time', C, False),
    ('The other charred volumes have been made legible with X-rays too.', 'fire', 'the other volumes might follow', 'hypothetical told as fact', C, False),

    ('## A director', None, None, 'heading'),
    ('Two women had been awarded a doctorate at Lormen before Leonie Hartwick.', 'director', 'she became the third woman to be awarded a doctorate', T),
    ('Hartwick taught at a school before she joined the archive.', 'director', "She then taught at a girls' school for five years", T),
    ('She was dismissed because she had hidden charters in sacks of flour.', 'director', 'because she refused to hand over a list of the divorces of Jewish couples', 'wrong cause', C, False),
    ('The microfilming of the files was begun by Hartwick.', 'director', 'This began only in 1961, under her successor Emil Storck', 'attribution', C, False),
    ('She died at the age of 81.', 'director', 'She died on 2 February 1971', T),
    ('All four of her books were translated into French, Portuguese and Dutch.', 'director', 'The best known, Ink and Oath, came out in 1931 and was translated into French, Portuguese and Dutch', 'scope widened', U, False),
    ('In the preface to Ink and Oath she wrote: "An archive that says no must say why."', 'director', 'A sentence from its preface is quoted to this day', T),
    ('Ink and Oath was translated into French, Spanish and Dutch.', 'director', 'was translated into French, Portuguese and Dutch', 'wrong member of a list', C, True),
    ('Whoever wants to read her letters will look for them in vain in the archive that she headed.', 'director', 'are not in the archive that she headed, but in the University Library of Lormen', T),

    ('## Two million pages', None, None, 'heading'),
    ('The archive has had five million pages online since April 2024.', 'scans', 'By the end of 2028 there are to be five million', 'target told as fact', C, True),
    ('Most of the pages that are online come from the criminal courts.', 'scans', 'The pages come from the criminal courts (1.2 million)', T),
    ('Full text search already works for the criminal courts.', 'scans', 'for the criminal courts it is to follow in 2026', 'future told as present', C, False),
    ('The staff check forty-nine pages out of fifty.', 'scans', 'The staff of the archive check one page in fifty', 'ratio inverted', C, False),
    ('The program makes fewer mistakes with hands of the 17th century than with those of the 19th.', 'scans', '4.8 per cent of the characters wrong in hands of the 19th century and 11.5 per cent in hands of the 17th', 'comparison turned round', C, False),
    ('The originals are to be pulped once they have been scanned.', 'scans', 'This is nonsense. Every original is kept', 'copied out of a denial', C, False),
    ('The National Heritage Fund contributes a little over a million euros.', 'scans', 'The National Heritage Fund pays 60 per cent', T),
    ('The share of the state lottery comes to €270,000.', 'scans', 'the region 25 per cent and the state lottery 15 per cent', T),
    ('In the words of the director, the archive is "throwing away the keys, not opening the doors".', 'scans', 'We are opening the doors, not throwing away the keys', 'quotation altered', C, False),

    ('## The board', None, None, 'heading'),
    ('A quarter of the members of the board were not there.', 'minutes', 'nine of the twelve members', T),
    ('The reading room is to be open every Saturday from October 2024.', 'minutes', 'The motion failed by three votes to six', 'copied out of a rejected proposal', C, False),
    ('The board recommends a trial on Saturdays only if the ministry pays for the overtime.', 'minutes', 'provided that the ministry pays for the overtime', T),
    ('Hall C will cost £6.4 million.', 'minutes', 'the hall is estimated to cost €6.4 million', 'currency', C, True),
    ('Bureau Omnia won the competition of architects.', 'minutes', 'the first prize went to Studio Lerch, the second to Bureau Omnia', 'wrong rank', C, True),
    ('It was Ilse Gant who asked that fewer files be kept.', 'minutes', 'asked that only 5 per cent of the files be kept in future instead of 8', 'attribution', C, True),
    ('More than a third of the seals missed since 2022 have not been recovered.', 'minutes', 'The other five seals are still missing', T),
    ('None of the members voted against Ilse Gant.', 'minutes', 'Ilse Gant was elected vice-chair with eight votes and one abstention', T),

    ('## Family history and figures of use', None, None, 'heading'),
    ('Whoever looks for parish registers is sent to Lormen.', 'faq', 'They are in the archive of the diocese in Lormen', T),
    ('A search of 15 minutes costs €32.', 'faq', 'The first 15 minutes of our search are free', 'merged facts', C, False),
    ('Close to two thirds of those who applied to emigrate wished to go to North America.', 'faq', '4,100 wished to go to North America', T),
    ('The files prove that 6,400 people really left.', 'faq', 'An application does not prove that somebody really left', 'application told as fact', C, False),
    ('Somebody of 17 who was adopted may look at his or her own file.', 'faq', 'From the age of 16 you may see your own file, no matter how old it is', T),
    ('The reading room has 24 places.', 'faq', 'Can I ring you?', 'wrong source', U, False),
    ('In the course on old handwriting an evening works out at €9.', 'faq', 'It consists of five evenings and costs €45', T),
    ('The archive denies that it sells originals.', 'faq', 'What we sell are facsimiles', T),
    ('From 2022 to 2023 the share of academic research rose by four percentage points.', 'use', 'In 2022 academic research had stood at 27 per cent', T),
    ('The United States sent more readers than Poland in 2023.', 'use', 'followed by Poland (33) and the United States (27)', 'comparison turned round', C, False),
    ('Since more files have gone online, fewer people have had to write: the one is the cause of the other.', 'use', 'The two may be connected, but we have not looked into it', 'cause for correlation', C, False),
    ('About two thirds of the 640 questionnaires did not come back.', 'use', 'we handed out 640 questionnaires and got 212 back', T),
    ('On average a reader of 2023 came between three and four times.', 'use', 'Visits to the reading room', T),

    ('## The miller', None, None, 'heading'),
    ('The miller accused the baker of having mixed chalk into the flour.', 'miller', 'It was the baker Anna Holt who accused him', 'swapped roles', C, False),
    ('Six of the leaves are missing.', 'miller', 'leaves 88 to 93 have been missing since 1902 at the latest', T),
    ('Both apothecaries found chalk in the flour.', 'miller', 'Brandt finds chalk in three of eight samples, Seel in none', 'over-generalised', C, False),
    ('Most of the witnesses heard in Oststead were on the side of the prosecution.', 'miller', 'twelve for the prosecution and seven for the defence', T),
    ('The sentence of 9 May was set aside less than five months later.', 'miller', 'quashes the sentence for want of proof', T),
    ('Jakob Rehm was hanged.', 'miller', 'In truth he died in his bed in 1811', 'fiction told as fact', C, False),

    ('## What cannot be answered', None, None, 'heading'),
    ('The pages do not say what the ministry decided about hall C.', None, None, 'remark'),
    ('Whether the five missing seals have turned up since could not be found out.', None, None, 'remark'),
]

OPENING = [
    ('The larger part of the shelves of the Court Archive of Harnow is in the castle.', 'guide2023', '7.1 kilometres in Harnow Castle and 5.3 kilometres in the annexe at Millgate'),
    ('Just under a quarter of the volumes were lost in the fire of 1926.', 'fire', 'Of its 46,000 volumes about 11,000 were lost'),
    ('The project of scanning gets a little over a million euros from the National Heritage Fund.', 'scans', 'The National Heritage Fund pays 60 per cent'),
]
