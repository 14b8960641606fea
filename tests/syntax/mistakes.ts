/**
 * Syntax mistakes that authors make in tests/syntax/repairs.yaml.
 */
export type Mistake = {
  name: string
  /** Part of the file, which occurs once, and what the author wrote instead. */
  right: string
  wrong: string
  /** Default: YAML_SYNTAX. */
  code?: 'DUPLICATE_KEY'
  /** The text that replaces the mistake, if it is not the original text. */
  corrected?: string
  /**
   * The line that is reported, counted from the first line of the wrong part. Default: the first.
   */
  line?: number
  /** Set if the mistake could mean something else, so only a person can correct it. */
  isGuess?: true
}

const quotes: Mistake[] = [
  {
    name: 'double quote never closed',
    right: 'title: Bike repairs in Midland',
    wrong: 'title: "Bike repairs in Midland',
    corrected: 'title: "Bike repairs in Midland"',
  },
  {
    name: 'single quote never closed, another text in single quotes below',
    right: 'heading: What we fix',
    wrong: "heading: 'What we fix",
    corrected: "heading: 'What we fix'",
  },
  {
    name: 'quote never closed in a list entry',
    right: '- The bike',
    wrong: '- "The bike',
    corrected: '- "The bike"',
  },
  {
    name: 'quote never closed at the end of the file',
    right: "note: 'Cash, card or phone'",
    wrong: "note: 'Cash, card or phone",
  },
  {
    name: 'quote never closed between braces',
    right: 'label: See all prices, href',
    wrong: "label: 'See all prices, href",
    corrected: "label: 'See all prices', href",
  },
  {
    name: 'quote never closed between brackets',
    right: "'Six months, guaranteed']",
    wrong: "'Six months, guaranteed]",
  },
  {
    name: 'quote closed by the other kind',
    right: "note: 'Cash, card or phone'",
    wrong: `note: 'Cash, card or phone"`,
  },
  {
    name: 'apostrophe between single quotes',
    right: "note: 'Cash, card or phone'",
    wrong: "note: 'The driver's card'",
    corrected: "note: 'The driver''s card'",
  },
  {
    name: 'apostrophe after an s between single quotes',
    right: 'label: Repairs',
    wrong: "label: 'Drivers' repairs'",
    corrected: "label: 'Drivers'' repairs'",
  },
  {
    name: 'apostrophe between single quotes, in braces',
    right: 'label: See all prices, href',
    wrong: "label: 'See the shop's prices', href",
    corrected: "label: 'See the shop''s prices', href",
  },
  {
    name: 'apostrophe and no closing quote',
    right: 'label: Repairs',
    wrong: "label: 'The driver's repairs",
    corrected: "label: 'The driver''s repairs'",
  },
  {
    name: 'text that starts with an apostrophe',
    right: 'heading: What we fix',
    wrong: "heading: '90s bikes and their parts",
    corrected: `heading: "'90s bikes and their parts"`,
  },
  {
    name: 'double quotes inside double quotes',
    right: 'heading: What we fix',
    wrong: 'heading: "We say "done" when it is"',
    corrected: 'heading: "We say \\"done\\" when it is"',
  },
  {
    name: 'a quoted word at the start of a text',
    right: 'heading: What we fix',
    wrong: 'heading: "Done" means done',
    corrected: `heading: '"Done" means done'`,
  },
  {
    name: 'a word in single quotes at the start of a list entry',
    right: '- Its key',
    wrong: "- 'Its' key",
    corrected: `- "'Its' key"`,
  },
  {
    name: 'Windows path',
    right: 'label: Repairs',
    wrong: 'label: "C:\\photos\\shop.jpg"',
    corrected: "label: 'C:\\photos\\shop.jpg'",
  },
  {
    name: 'typographic quotes around a text with a colon',
    right: 'heading: What we fix',
    wrong: 'heading: “What we fix: bikes”',
    corrected: 'heading: "What we fix: bikes"',
  },
  {
    name: 'typographic single quotes with an apostrophe',
    right: 'heading: What we fix',
    wrong: 'heading: ‘What it’s worth: a lot’',
    corrected: "heading: 'What it’s worth: a lot'",
  },
  {
    name: 'only a closing quote',
    right: "note: 'Cash, card or phone'",
    wrong: "note: Cash: or card'",
    corrected: "note: 'Cash: or card'",
  },
  {
    name: 'comma after a quoted text, as in JSON',
    right: "note: 'Cash, card or phone'",
    wrong: "note: 'Cash, card or phone',",
  },
]

const starts: Mistake[] = [
  ['heading: **What** we fix', "heading: '**What** we fix'"],
  ['heading: *What*', "heading: '*What*'"],
  ['heading: @midlandbikes', "heading: '@midlandbikes'"],
  ['heading: % off', "heading: '% off'"],
  ['heading: `What` we fix', "heading: '`What` we fix'"],
  ['heading: {what} we fix', "heading: '{what} we fix'"],
  ['heading: [What](/fix) we fix', "heading: '[What](/fix) we fix'"],
  ['heading: > 5 bikes', "heading: '> 5 bikes'"],
  ['heading: | 5 bikes', "heading: '| 5 bikes'"],
  ['heading: - What we fix', "heading: '- What we fix'"],
].map(([wrong, corrected]) => ({
  name: `text that starts with a special character, as in ${wrong}`,
  right: 'heading: What we fix',
  wrong: wrong!,
  corrected,
}))

const texts: Mistake[] = [
  {
    name: 'colon in a text',
    right: 'title: Bike repairs in Midland',
    wrong: 'title: Bike repairs: all of them',
    corrected: "title: 'Bike repairs: all of them'",
  },
  {
    name: 'colon in a text with an apostrophe',
    right: 'title: Bike repairs in Midland',
    wrong: "title: The shop's repairs: all of them",
    corrected: `title: "The shop's repairs: all of them"`,
  },
  {
    name: 'colon in a text with a comment',
    right: 'title: Bike repairs in Midland',
    wrong: 'title: Bike repairs: all # to be shortened',
    corrected: "title: 'Bike repairs: all' # to be shortened",
  },
  {
    name: 'colon at the end of a text',
    right: 'heading: What we fix',
    wrong: 'heading: What we fix:',
    corrected: "heading: 'What we fix:'",
  },
  {
    name: 'colon in a text over two lines',
    right: 'description: What a tune-up costs, and how long a repair takes.',
    wrong: 'description: What a tune-up costs, and\n      this as well: how long it takes.',
    corrected: "description: 'What a tune-up costs, and\n      this as well: how long it takes.'",
    line: 1,
  },
  {
    name: 'colon in a text between braces',
    right: 'label: See all prices, href',
    wrong: 'label: Prices: see all, href',
    corrected: "label: 'Prices: see all', href",
  },
  {
    name: '# in a text between braces',
    right: 'label: See all prices, href',
    wrong: 'label: See price #4, href',
    corrected: "label: 'See price #4', href",
  },
  {
    name: 'citation between braces without quotes',
    right: "label: 'Call ${site.phone}', href",
    wrong: 'label: Call ${site.phone}, href',
  },
  {
    name: 'citation in brackets without quotes',
    right: '[No appointment,',
    wrong: '[Only ${tune-up},',
    corrected: "['Only ${tune-up}',",
  },
]

const brackets: Mistake[] = [
  {
    name: 'brace never closed',
    right: 'style: secondary }',
    wrong: 'style: secondary',
  },
  {
    name: 'bracket never closed',
    right: 'aliases: [/fix, /mend]',
    wrong: 'aliases: [/fix, /mend',
  },
  {
    name: 'bracket closed by a brace',
    right: 'aliases: [/fix, /mend]',
    wrong: 'aliases: [/fix, /mend}',
  },
  {
    name: 'one brace too many',
    right: 'style: secondary }',
    wrong: 'style: secondary }}',
  },
  {
    name: 'comma missing after a quoted text in braces',
    right: "href: 'tel:', icon: phone",
    wrong: "href: 'tel:' icon: phone",
  },
  {
    name: 'comma missing after a text in braces',
    right: 'label: See all prices, href',
    wrong: 'label: See all prices href',
  },
  {
    name: 'comma missing in a list of quoted texts',
    right: "points: [No appointment, 'Six months, guaranteed']",
    wrong: "points: ['No appointment' 'Six months, guaranteed']",
    corrected: "points: ['No appointment', 'Six months, guaranteed']",
  },
  {
    name: 'inner brace never closed',
    right:
      "actions:\n          - { label: 'Call ${site.phone}', href: 'tel:', icon: phone }\n          - { label: See all prices, href: /prices, style: secondary }",
    wrong: 'actions: [{ label: Call, href: /call }, { label: See all prices, href: /prices]',
    corrected: 'actions: [{ label: Call, href: /call }, { label: See all prices, href: /prices }]',
  },
]

const colons: Mistake[] = [
  {
    name: 'no space after a colon',
    right: 'title: Bike repairs in Midland',
    wrong: 'title:Bike repairs in Midland',
  },
  {
    name: 'no space after the colon before a quote',
    right: "note: 'Cash, card or phone'",
    wrong: "note:'Cash, card or phone'",
  },
  {
    name: 'space before the colon',
    right: 'title: Bike repairs in Midland',
    wrong: 'title :Bike repairs in Midland',
  },
  {
    name: 'no colon',
    right: 'title: Bike repairs in Midland',
    wrong: 'title Bike repairs in Midland',
  },
  {
    name: 'no colon before a list',
    right: '    blocks:\n      - type: breadcrumbs',
    wrong: '    blocks\n      - type: breadcrumbs',
  },
  {
    name: 'no colon after a route',
    right: '  /prices:',
    wrong: '  /prices',
  },
  {
    name: 'equals sign',
    right: 'label: Repairs',
    wrong: 'label = Repairs',
  },
  {
    name: 'no space after a dash',
    right: '- type: prose',
    wrong: '-type: prose',
  },
]

const lists: Mistake[] = [
  {
    name: 'no dash before a block, whose properties are then there twice',
    right: '      - type: checklist\n',
    wrong: '        type: checklist\n',
    code: 'DUPLICATE_KEY',
  },
  {
    name: 'no dash, in the column of the dashes',
    right: '      - type: prose\n',
    wrong: '      type: prose\n',
  },
  {
    name: 'no dash before the first block',
    right: '      - type: breadcrumbs',
    wrong: '      type: breadcrumbs',
  },
  {
    name: 'no dash before braces',
    right: '          - { label: See',
    wrong: '          { label: See',
  },
  {
    name: 'dashes of a word processor',
    right: '- type: prose',
    wrong: '– type: prose',
  },
  {
    name: 'Markdown bullets',
    right: '          - The bike\n          - Its key\n          - The driver',
    wrong: '          * The bike\n          * Its key\n          * The driver',
  },
]

const indentation: Mistake[] = [
  {
    name: 'property too deep',
    right: '    description: What',
    wrong: '      description: What',
  },
  {
    name: 'property of a block too shallow',
    right: '        heading: What we fix',
    wrong: '       heading: What we fix',
  },
  {
    name: 'property of a page too deep, after a list',
    right: '    blocks:\n      - type: breadcrumbs',
    wrong: '     blocks:\n      - type: breadcrumbs',
  },
  {
    name: 'property of a block in the column of its dash',
    right: '        heading: Repairs while',
    wrong: '      heading: Repairs while',
  },
  {
    name: 'block too deep',
    right: '      - type: prose\n',
    wrong: '       - type: prose\n',
  },
  {
    name: 'block too shallow',
    right: '      - type: prose\n',
    wrong: '    - type: prose\n',
  },
  {
    name: 'page too deep',
    right: '  /prices:',
    wrong: '   /prices:',
  },
  {
    name: 'list entry too shallow',
    right: '          - Its key',
    wrong: '         - Its key',
  },
  {
    name: 'first list entry too deep',
    right: '          - The bike',
    wrong: '            - The bike',
  },
  {
    name: 'list entry too shallow, in the column between two lists',
    right: '          - { label: See',
    wrong: '        - { label: See',
  },
  {
    name: 'tab',
    right: '    label: Repairs',
    wrong: '\tlabel: Repairs',
  },
  {
    name: 'tabs on several lines',
    right: '        heading: What we fix\n        items:\n',
    wrong: '\t\t\t\theading: What we fix\n\t\t\t\titems:\n',
  },
  {
    name: 'tab after a dash',
    right: '- type: prose',
    wrong: '-\ttype: prose',
  },
  {
    name: 'non-breaking spaces in the indentation',
    right: '        heading: What we fix',
    wrong: '     \u00a0\u00a0\u00a0heading: What we fix',
  },
  {
    name: 'non-breaking space after a colon',
    right: 'title: Bike',
    wrong: 'title:\u00a0Bike',
  },
]

const blockScalars: Mistake[] = [
  {
    name: 'text below | not indented',
    right: '          We fix **any** bike.\n\n          - brakes\n          - gears',
    wrong: '        We fix **any** bike.\n\n        - brakes\n        - gears',
  },
  {
    name: 'end of a text below | not indented',
    right: '          - gears',
    wrong: '        - gears',
    isGuess: true,
  },
  {
    name: 'no colon before |',
    right: 'body: |',
    wrong: 'body |',
  },
  {
    name: 'text on the line of |',
    right: 'body: |\n          We fix',
    wrong: 'body: | We fix',
  },
]

const brokenLines: Mistake[] = [
  {
    name: 'text over two lines without indentation',
    right: 'description: What a tune-up costs, and how long a repair takes.',
    wrong: 'description: What a tune-up costs,\nand how long a repair takes.',
    corrected: 'description: What a tune-up costs,\n      and how long a repair takes.',
    line: 1,
  },
  {
    name: 'text over two lines in the column of its name',
    right: 'description: What a tune-up costs, and how long a repair takes.',
    wrong: 'description: What a tune-up costs,\n    all of it, and how long a repair takes.',
    corrected: 'description: What a tune-up costs,\n      all of it, and how long a repair takes.',
    line: 1,
  },
  {
    name: 'dash before a property',
    right: '    description: Every repair',
    wrong: '    - description: Every repair',
  },
]

const foreign: Mistake[] = [
  {
    name: 'JSON around a property',
    right: 'heading: What we fix',
    wrong: '"heading": "What we fix",',
    corrected: '"heading": "What we fix"',
  },
]

/** Rare mistakes get the parser's words, and no correction that is applied without being asked. */
export const rareMistakes: Mistake[] = [
  {
    name: 'quotes around name and text',
    right: 'heading: What we fix',
    wrong: '"heading: What we fix"',
  },
  {
    name: 'quote before the name',
    right: 'heading: What we fix',
    wrong: '"heading: What we fix',
  },
  {
    name: 'two commas between { }',
    right: 'See all prices, href',
    wrong: 'See all prices,, href',
  },
  {
    name: 'two commas between [ ]',
    right: 'No appointment, ',
    wrong: 'No appointment, , ',
  },
  {
    name: 'a comma after {',
    right: '{ label: See all',
    wrong: '{ , label: See all',
  },
  {
    name: 'comma missing at the end of a line',
    right: "points: [No appointment, 'Six months, guaranteed']",
    wrong: "points: [\n          'No appointment'\n          'Six months, guaranteed'\n        ]",
  },
  {
    name: 'bracket never closed over several lines',
    right: "points: [No appointment, 'Six months, guaranteed']",
    wrong: "points: [\n          'No appointment',\n          'Six months, guaranteed'",
  },
  {
    name: 'brace never opened',
    right: '- { label: See',
    wrong: '- label: See',
  },
  {
    name: 'fullwidth colon',
    right: 'label: Repairs',
    wrong: 'label：Repairs',
  },
  {
    name: 'list on the line of its name',
    right: 'blocks:\n      - type: hero\n        heading: Every price',
    wrong: 'blocks: - type: hero\n        heading: Every price',
  },
  {
    name: 'text below | less indented than its first line',
    right: '          - brakes',
    wrong: '         - brakes',
  },
  {
    name: 'blank line below | with more spaces',
    right: 'body: |\n          We fix',
    wrong: 'body: |\n               \n          We fix',
  },
  {
    name: 'two properties on one line',
    right: 'heading: What we fix\n        items:',
    wrong: 'heading: What we fix        items:',
  },
  {
    name: 'two properties on one line, with one space',
    right: 'label: Prices\n    blocks:',
    wrong: 'label: Prices blocks:',
  },
  {
    name: 'comment with slashes',
    right: '# Repairs, and',
    wrong: '// Repairs, and',
  },
  {
    name: 'comment of HTML',
    right: '# Repairs, and what they cost.',
    wrong: '<!-- Repairs, and what they cost. -->',
  },
  {
    name: 'code fence of Markdown',
    right: '# Repairs, and',
    wrong: '```yaml\n# Repairs, and',
  },
  {
    name: 'three dashes in the middle',
    right: '  /prices:',
    wrong: '---\n  /prices:',
  },
]

export const mistakes: Mistake[] = [
  ...quotes,
  ...starts,
  ...texts,
  ...brackets,
  ...colons,
  ...lists,
  ...indentation,
  ...blockScalars,
  ...brokenLines,
  ...foreign,
]
