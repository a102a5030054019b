"""A second report in such prose: a line that sums up, key points with a label and a colon, several markers in one sentence, approximate signs,
shortened amounts, quarters, percentage points, basis points, recommendations that are numbered, a quotation in a block, code, a caveat."""
T, C, U = 'true', 'contradicted', 'unsupported'

PAGES = {
    'report': ('Norvane Freight: annual report 2024', '2025-02-27', '''<h1>Norvane Freight: annual report 2024</h1>
<p>Revenue grew by 12 percent to 3.2 billion dollars in 2024. In the third quarter of 2024 revenue was 810 million dollars, against 724 million dollars a year before.
The operating margin rose from 8.1 to 9.4 percent.</p>
<p>We moved 412,000 containers, 9,000 of them by rail. Fuel is about a fifth of our costs. In the first half of the year two terminals were closed for repairs.</p>
<p>The board proposes a dividend of 1.10 dollars a share. Our net debt was 1.45 billion dollars at the end of the year, 1.8 times our operating profit before depreciation.</p>'''),
    'agency': ('Rating note: Norvane Freight', '2025-03-14', '''<h1>Rating note: Norvane Freight</h1>
<p>We raise the rating to BBB. The spread of the bond due in 2031 has narrowed by 35 basis points since January. We expect the margin to stay between 9 and 10 percent in 2025 and 2026.</p>
<p>Our main worry is the port strike: each week of it would cost Norvane roughly 15 million dollars.</p>'''),
    'news': ('Strike vote at the port of Ellsund', '2025-04-02', '''<h1>Strike vote at the port of Ellsund</h1>
<p>The dockers of Ellsund voted for a strike by 1,204 votes to 310. The strike would begin on 22 April at the earliest. Norvane handles a third of its containers there.</p>
<p>"We have not had a real rise in nine years," said Tove Lindahl of the dockers' union. The employers offer 4 percent.</p>'''),
    'rail': ('Rail freight statistics', '2025-01-30', '''<h1>Rail freight statistics</h1>
<p>A train on the Ellsund line carries up to 84 containers and takes six hours to the inland terminal; lorries take about four. Rail costs 190 dollars a container, road 260 dollars.
Only 2 percent of containers leave the port by rail.</p>
<table><tr><th>Mode</th><th>Cost per container</th><th>Hours</th><th>CO2 per container</th></tr>
<tr><td>Rail</td><td>$190</td><td>6</td><td>48 kg</td></tr><tr><td>Road</td><td>$260</td><td>4</td><td>211 kg</td></tr></table>
<p>Slots are booked with the command <code>slot book --line ellsund</code> at least three days ahead.</p>'''),
}

SENTENCES = [
    ('## Key takeaways', None, None, 'heading'),
    ('- **Growth:** revenue was up 12% to $3.2bn in 2024.', 'report', 'Revenue grew by 12 percent', T),
    ('', None, None, 'break'),
    ('- **Profitability:** the operating margin improved by 1.3 percentage points, to 9.4%.', 'report', 'The operating margin rose', T),
    ('', None, None, 'break'),
    ('- **Debt:** net debt stood at ~$1.45bn (1.8× EBITDA).', 'report', 'Our net debt was', T),
    ('', None, None, 'break'),
    ('- **Leverage:** net debt was 2.8 times the operating profit before depreciation.', 'report', 'Our net debt was', 'another ratio', C, 'gap'),
    ('## 1. How the year went', None, None, 'heading'),
    ('In Q3 2024 revenue came to $810m, ≈12% more than the $724m of a year earlier.', 'report', 'In the third quarter of 2024', T),
    ('Of the 412,000 containers moved, 9,000 (about 2%) went by rail.', 'report', 'We moved 412,000', T),
    ('Two terminals were closed for repairs in H1.', 'report', 'In the first half', T),
    ('Fuel accounts for roughly 20% of costs.', 'report', 'Fuel is about a fifth', T),
    ('## 2. How the market sees it', None, None, 'heading'),
    ("The agency upgraded Norvane to BBB; the spread of its 2031 bond has tightened by 35 bps since January.", 'agency', 'We raise the rating', T),
    ('It expects a margin of 9–10% in 2025–26.', 'agency', 'We expect the margin', T),
    ('It expects a margin of 9–10% for the whole decade.', 'agency', 'We expect the margin', 'over-generalised', C, False),
    ('## 3. The risk: a strike', None, None, 'heading'),
    ('**What is at stake.** Norvane moves one in three of its containers through Ellsund.', 'news', 'Norvane handles a third', T),
    ('Every week of a strike would cost it ~$15M.', 'agency', 'each week of it would cost', T),
    ('The dockers voted 1,204 to 310 in favour — roughly four to one.', 'news', 'by 1,204 votes to 310', T),
    ('The earliest possible start is April 22.', 'news', 'would begin on 22 April', T),
    ('The strike began on April 22.', 'news', 'would begin on 22 April', 'plan for fact', C, 'gap'),
    ('', None, None, 'break'),
    ('> "We have not had a real rise in nine years," said Tove Lindahl of the union.', 'news', 'We have not had a real rise', T),
    ('## 4. Options', None, None, 'heading'),
    ('| Mode | Cost | Hours | CO₂ |', None, None, 'heading'),
    ('|:--|--:|--:|--:|', None, None, 'rule'),
    ('| Rail | $190 | 6 h | 48 kg |', 'rail', '| Rail |', T),
    ('| Road | $260 | 4 h | 211 kg |', 'rail', '| Road |', T),
    ('', None, None, 'break'),
    ('1. **Shift to rail:** it is $70 per container cheaper than road, emits less than a quarter of the CO₂, and takes two hours longer.', 'rail', 'Rail costs 190 dollars', T),
    ('', None, None, 'break'),
    ('2. **Book early:** slots must be reserved at least three days in advance (`slot book --line ellsund`).', 'rail', 'Slots are booked', T),
    ('', None, None, 'break'),
    ('3. **Fill the trains:** one train takes up to 84 containers, i.e. it replaces 84 lorries at most if each carries one.', 'rail', 'up to 84 containers', T),
    ('', None, None, 'break'),
    ('*Caveat:* none of the sources says how much rail capacity is free.', None, None, 'remark'),
]

OPENING = [('Norvane had a strong 2024, and a strike at Ellsund is its main risk.', 'report', 'x')]
