"""A report in the prose of a model that writes well: labels in bold, confidence intervals, differences with a sign or in words, "vs.", ratios,
limits, a quotation with its speaker behind a dash, labelled items, a table of differences. Most of it is true; what is hard is to leave it alone."""
T, C, U = 'true', 'contradicted', 'unsupported'

PAGES = {
    'review': ('Deficit irrigation of vines: a review of trials', '2025-03-11', '''<h1>Deficit irrigation of vines: a review of trials</h1>
<p>We pooled 41 randomised field trials with 3,204 plots from nine countries. Compared with full irrigation, regulated deficit irrigation was the only
regime that raised sugar (mean difference 1.31 °Brix, 95% confidence interval 0.62 to 2.00). A difference of less than 1 °Brix is not noticed by wine makers.</p>
<p>Yield fell under every regime. For regulated deficit the mean difference was −1.84 t/ha (95% confidence interval −2.55 to −1.13).</p>
<table><tr><th>Regime</th><th>Change of yield</th><th>Water saved</th></tr>
<tr><td>Regulated deficit</td><td>−1.84 t/ha</td><td>35%</td></tr>
<tr><td>Partial drying</td><td>−1.12 t/ha</td><td>28%</td></tr>
<tr><td>Sustained deficit</td><td>−3.40 t/ha</td><td>41%</td></tr></table>
<p>Only six of the trials ran for more than three seasons. None of them looked at the price of the wine.</p>'''),
    'trial': ('Five seasons at Castro Verde', '2024-11-20', '''<h1>Five seasons at Castro Verde</h1>
<p>In the fifth season plots under regulated deficit gave 8.0 t/ha and fully irrigated plots 9.7 t/ha; the difference was not significant (P = 0.08).
New firmware shortened the median response of the valves by 180 ms. Of the 81 valves 62 were replaced in the third season.</p>
<p>"We lost the first harvest to our own timer," says Ines Prado, who manages the station. The timer had been set to winter time.</p>'''),
    'survey': ("Growers' survey 2025", '2025-06-02', '''<h1>Growers' survey 2025</h1>
<p>Of the 1,160 growers who answered, 36 percent use deficit irrigation. Growers with soil sensors report stable yields more often than those without: 58 percent against
29 percent. The most common reason not to use it is the fear of losing a crop.</p>'''),
    'maker': ('AquaSense: five reasons', '2025-01-15', '''<h1>AquaSense: five reasons</h1>
<p>Our controllers cut water bills by 63 percent on average, as our customers tell us. AquaSense has sold irrigation controllers since 2016.</p>'''),
    'guide': ('Guide to deficit irrigation', '2023-09-01', '''<h1>Guide to deficit irrigation</h1>
<p>Begin after fruit set. Water again when the leaf water potential falls below −1.4 MPa; at −1.8 MPa leaves are lost.</p>
<p>Below 15 plots a manual valve is cheaper than a controller. Above about 70 plots the controller is cheaper for ten of twelve crops that were compared.</p>'''),
}

SENTENCES = [
    ('## What the trials say', None, None, 'heading'),
    ('**Pooled data.** Across 41 randomised trials (3,204 plots), regulated deficit irrigation was the only regime that raised sugar, by 1.31 °Brix '
     '(95% CI 0.62–2.00).', 'review', 'the only regime that raised sugar', T),
    ('That is more than the 1 °Brix below which wine makers notice no difference.', 'review', 'A difference of less than 1 °Brix', T),
    ('It cost 1.84 t/ha of yield (95% CI 1.13–2.55).', 'review', 'the mean difference was −1.84 t/ha', T),
    ('Only six of the trials ran for more than two decades.', 'review', 'Only six of the trials', 'another span', C, 'gap'),
    ('', None, None, 'break'),
    ('**Long trials.** In the fifth season at Castro Verde the difference in yield was not significant (8.0 vs. 9.7 t/ha; P = 0.08).', 'trial',
     'the difference was not significant', T),
    ('Firmware made the valves faster by 180 ms.', 'trial', 'by 180 ms', T),
    ('The station replaced most of its valves in the third season (62 of 81).', 'trial', '62 were replaced', T),
    ('The station lost its third harvest to the timer.', 'trial', 'We lost the first harvest', 'another harvest', C, 'gap'),
    ('', None, None, 'break'),
    ('| Regime | Yield | Water saved |', None, None, 'heading'),
    ('|---|---|---|', None, None, 'rule'),
    ('| Regulated deficit | −1.84 t/ha | 35% |', 'review', '| Regulated deficit |', T),
    ('| Partial drying | −1.12 t/ha | 28% |', 'review', '| Partial drying |', T),
    ('| Sustained deficit | −3.40 t/ha | 28% |', 'review', '| Sustained deficit |', 'the cell of another row', C, True),
    ('## What growers do', None, None, 'heading'),
    ('Just over a third of growers (36%) use it.', 'survey', '36 percent use deficit irrigation', T),
    ('Growers with soil sensors are twice as likely to report stable yields as those without (58% vs. 29%).', 'survey', '58 percent against', T),
    ('The most common reason to refuse it is its price.', 'survey', 'The most common reason', 'another reason', C, False),
    ('"We lost the first harvest to our own timer" — Ines Prado, who manages the station at Castro Verde.', 'trial', 'We lost the first harvest', T),
    ('## What it costs', None, None, 'heading'),
    ('- **Small farms:** below 15 plots a manual valve is cheaper.', 'guide', 'Below 15 plots', T),
    ('', None, None, 'break'),
    ('- **Large farms:** above about 70 plots the controller was cheaper for 10 of 12 crops.', 'guide', 'Above about 70 plots', T),
    ('', None, None, 'break'),
    ("- **The makers' figure:** AquaSense, which sells controllers, says that they cut water bills by 63% on average.", 'maker', 'cut water bills by 63 percent', T),
    ('', None, None, 'break'),
    ('**When to water.** Irrigation begins again when the leaf water potential falls below −1.4 MPa.', 'guide', 'falls below −1.4 MPa', T),
    ('Leaves are lost at 1.8 MPa above zero.', 'guide', 'leaves are lost', 'sign', C, False),
]

OPENING = [('Regulated deficit irrigation raises sugar and costs yield.', 'review', 'x')]
