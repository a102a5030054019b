"""Sentences that stand in a source word for word, where it denies, corrects, rejects or supposes them, or speaks of something else: as
quotations they are errors. Between them sentences that are quotations."""
T, C = 'true', 'contradicted'

PAGES = {
    'island': ('The island of Sorrel', '2024-05-02', '''<h1>The island of Sorrel</h1>
<p>The lighthouse of Sorrel was built in 1867. The chapel beside it was paid for by whalers. It was struck by lightning in 1903. The lighthouse has never been hit.</p>
<p>The school has 41 pupils. Three teachers live on the island.</p>
<h2>What visitors are told in jest</h2>
<p>None of the following is true:</p>
<ul><li>The ferry sinks once in every century.</li><li>The islanders pay no taxes at all.</li></ul>
<h2>Bills that were withdrawn</h2>
<ul><li>The harbour is closed to private yachts in winter.</li><li>Sheep may graze on the airfield.</li></ul>
<h2>Year 2018</h2>
<p>The council spent 210,000 crowns on roads in this year.</p>
<h2>Year 2022</h2>
<p>The council spent 95,000 crowns on roads in this year.</p>'''),
    'paper': ('Sorrel Gazette', '2024-05-03', '''<h1>Sorrel Gazette</h1>
<p>The bakery was sold to a firm from Arlen in April. Correction: the bakery is still owned by the Moen family.</p>
<p>The wind turbine stood still for 60 days. This number is wrong, as the operator has shown.</p>
<p>Let us suppose a fair price. Every cow brings nine hundred crowns. The farms would then make a profit.</p>
<p>The library lends skates and sledges. The post office opens at nine.</p>
<p>The quay will be lengthened by 40 metres, subject to a vote. The crew of the pilot boat won the veterans' race in 2016.</p>'''),
    'insel': ('Die Insel Ampfer', '2024-05-04', '''<h1>Die Insel Ampfer</h1>
<p>Der Leuchtturm wurde 1867 gebaut. Die Schule hat 41 Kinder.</p>
<p>Der Hafen friert jeden Winter zu. Das stimmt nicht, wie die Messungen zeigen.</p>
<h2>Abgelehnte Anträge</h2>
<p>Die Fähre fährt im Winter nur noch sonntags.</p>'''),
}

SENTENCES = [
    ('## The island', None, None, 'heading'),
    ('The lighthouse of Sorrel was built in 1867.', 'island', 'The lighthouse of Sorrel was built', T),
    ('It was struck by lightning in 1903.', 'island', 'struck by lightning', 'another "it"', C, False),
    ('The school has 41 pupils.', 'island', 'The school has 41 pupils', T),
    ('Three teachers live on the island.', 'island', 'Three teachers live', T),
    ('The ferry sinks once in every century.', 'island', 'The ferry sinks', 'list of falsehoods', C, False),
    ('The islanders pay no taxes at all.', 'island', 'The islanders pay no taxes', 'list of falsehoods', C, False),
    ('The harbour is closed to private yachts in winter.', 'island', 'The harbour is closed', 'withdrawn bill', C, False),
    ('Sheep may graze on the airfield.', 'island', 'Sheep may graze', 'withdrawn bill', C, False),
    ('## Money in 2022', None, None, 'heading'),
    ('The council spent 210,000 crowns on roads in this year.', 'island', 'The council spent 210,000', 'another year', C, False),
    ('## News', None, None, 'heading'),
    ('The bakery was sold to a firm from Arlen in April.', 'paper', 'The bakery was sold', 'corrected', C, False),
    ('The wind turbine stood still for 60 days.', 'paper', 'The wind turbine stood still', 'taken back', C, False),
    ('Every cow brings nine hundred crowns.', 'paper', 'Every cow brings', 'supposed', C, False),
    ('The library lends skates and sledges.', 'paper', 'The library lends', T),
    ('The post office opens at nine.', 'paper', 'The post office opens', T),
    ('The quay will be lengthened by 40 metres.', 'paper', 'The quay will be lengthened', 'condition left out', C, False),
    ("The crew of the pilot boat won the race in 2016.", 'paper', 'The crew of the pilot boat', 'modifier left out', C, False),
    ('## Ampfer', None, None, 'heading'),
    ('Der Leuchtturm wurde 1867 gebaut.', 'insel', 'Der Leuchtturm wurde', T),
    ('Die Schule hat 41 Kinder.', 'insel', 'Die Schule hat', T),
    ('Der Hafen friert jeden Winter zu.', 'insel', 'Der Hafen friert', 'taken back', C, False),
    ('Die Fähre fährt im Winter nur noch sonntags.', 'insel', 'Die Fähre fährt', 'rejected motion', C, False),
]

OPENING = [('The island of Sorrel has a lighthouse and a school.', 'island', 'x')]
