/**
 * Syntax mistakes that authors make in tests/syntax/repairs.yaml.
 */
export type Mistake = {
  name: string
  /** Part of the file, which occurs once, and what the author wrote instead. */
  right: string
  wrong: string
  message: string
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
    message: 'This quote is never closed.',
  },
  {
    name: 'single quote never closed, another text in single quotes below',
    right: 'heading: What we fix',
    wrong: "heading: 'What we fix",
    corrected: "heading: 'What we fix'",
    message: 'This quote is never closed.',
  },
  {
    name: 'quote never closed in a list entry',
    right: '- The bike',
    wrong: '- "The bike',
    corrected: '- "The bike"',
    message: 'This quote is never closed.',
  },
  {
    name: 'quote never closed at the end of the file',
    right: "note: 'Cash, card or phone'",
    wrong: "note: 'Cash, card or phone",
    message: 'This quote is never closed.',
  },
  {
    name: 'quote never closed between braces',
    right: 'label: See all prices, href',
    wrong: "label: 'See all prices, href",
    corrected: "label: 'See all prices', href",
    message: 'This quote is never closed.',
  },
  {
    name: 'quote never closed between brackets',
    right: "'Six months, guaranteed']",
    wrong: "'Six months, guaranteed]",
    message: 'This quote is never closed.',
  },
  {
    name: 'quote closed by the other kind',
    right: "note: 'Cash, card or phone'",
    wrong: `note: 'Cash, card or phone"`,
    message: 'The quotes at the start and at the end of this text are not the same.',
  },
  {
    name: 'apostrophe between single quotes',
    right: "note: 'Cash, card or phone'",
    wrong: "note: 'The driver's card'",
    corrected: "note: 'The driver''s card'",
    message: 'An apostrophe ends this text early, because the text starts with one.',
  },
  {
    name: 'apostrophe after an s between single quotes',
    right: 'label: Repairs',
    wrong: "label: 'Drivers' repairs'",
    corrected: "label: 'Drivers'' repairs'",
    message: 'An apostrophe ends this text early, because the text starts with one.',
  },
  {
    name: 'apostrophe between single quotes, in braces',
    right: 'label: See all prices, href',
    wrong: "label: 'See the shop's prices', href",
    corrected: "label: 'See the shop''s prices', href",
    message: 'An apostrophe ends this text early, because the text starts with one.',
  },
  {
    name: 'apostrophe and no closing quote',
    right: 'label: Repairs',
    wrong: "label: 'The driver's repairs",
    corrected: "label: 'The driver''s repairs'",
    message: 'This text starts with a quote, but does not end with one.',
  },
  {
    name: 'text that starts with an apostrophe',
    right: 'heading: What we fix',
    wrong: "heading: '90s bikes and their parts",
    corrected: `heading: "'90s bikes and their parts"`,
    message: 'This text starts with an apostrophe, which YAML reads as a quote.',
  },
  {
    name: 'double quotes inside double quotes',
    right: 'heading: What we fix',
    wrong: 'heading: "We say "done" when it is"',
    corrected: 'heading: "We say \\"done\\" when it is"',
    message: 'This quote ends the text early.',
  },
  {
    name: 'a quoted word at the start of a text',
    right: 'heading: What we fix',
    wrong: 'heading: "Done" means done',
    corrected: `heading: '"Done" means done'`,
    message: 'Only part of this text is in quotes.',
  },
  {
    name: 'a word in single quotes at the start of a list entry',
    right: '- Its key',
    wrong: "- 'Its' key",
    corrected: `- "'Its' key"`,
    message: 'Only part of this text is in quotes.',
  },
  {
    name: 'quotes around name and text',
    right: 'heading: What we fix',
    wrong: '"heading: What we fix"',
    corrected: 'heading: "What we fix"',
    message: 'The quotes are around the name too.',
  },
  {
    name: 'quote before the name',
    right: 'heading: What we fix',
    wrong: '"heading: What we fix',
    message: 'This quote is never closed.',
  },
  {
    name: 'Windows path',
    right: 'label: Repairs',
    wrong: 'label: "C:\\photos\\shop.jpg"',
    corrected: "label: 'C:\\photos\\shop.jpg'",
    message: 'Between double quotes, a backslash (\\) has a special meaning.',
  },
  {
    name: 'typographic quotes around a text with a colon',
    right: 'heading: What we fix',
    wrong: 'heading: “What we fix: bikes”',
    corrected: 'heading: "What we fix: bikes"',
    message: 'Typographic quotes (“ ”, ‘ ’) do not quote text in YAML.',
  },
  {
    name: 'typographic single quotes with an apostrophe',
    right: 'heading: What we fix',
    wrong: 'heading: ‘What it’s worth: a lot’',
    corrected: "heading: 'What it’s worth: a lot'",
    message: 'Typographic quotes (“ ”, ‘ ’) do not quote text in YAML.',
  },
  {
    name: 'only a closing quote',
    right: "note: 'Cash, card or phone'",
    wrong: "note: Cash: or card'",
    corrected: "note: 'Cash: or card'",
    message: 'The quote at the start of this text is missing.',
  },
  {
    name: 'comma after a quoted text, as in JSON',
    right: "note: 'Cash, card or phone'",
    wrong: "note: 'Cash, card or phone',",
    message: 'In YAML, a line does not end with a comma or semicolon.',
  },
]

const starts: Mistake[] = [
  ['*', 'an alias', 'heading: **What** we fix', "heading: '**What** we fix'"],
  ['*', 'an alias', 'heading: *What*', "heading: '*What*'"],
  ['@', 'a reserved character', 'heading: @midlandbikes', "heading: '@midlandbikes'"],
  ['%', 'a directive', 'heading: % off', "heading: '% off'"],
  ['`', 'a reserved character', 'heading: `What` we fix', "heading: '`What` we fix'"],
  ['{', 'a group of properties', 'heading: {what} we fix', "heading: '{what} we fix'"],
  ['[', 'a list', 'heading: [What](/fix) we fix', "heading: '[What](/fix) we fix'"],
  ['>', 'the start of a text on the lines below', 'heading: > 5 bikes', "heading: '> 5 bikes'"],
  ['|', 'the start of a text on the lines below', 'heading: | 5 bikes', "heading: '| 5 bikes'"],
  ['-', 'a list entry', 'heading: - What we fix', "heading: '- What we fix'"],
].map(([character, meaning, wrong, corrected]) => ({
  name: `text that starts with ${character}, as in ${wrong}`,
  right: 'heading: What we fix',
  wrong: wrong!,
  corrected,
  message: `Text that starts with ${character} needs quotes. Without them, YAML reads ${character} as ${meaning}.`,
}))

const texts: Mistake[] = [
  {
    name: 'colon in a text',
    right: 'title: Bike repairs in Midland',
    wrong: 'title: Bike repairs: all of them',
    corrected: "title: 'Bike repairs: all of them'",
    message: 'Text that contains a colon and a space needs quotes.',
  },
  {
    name: 'colon in a text with an apostrophe',
    right: 'title: Bike repairs in Midland',
    wrong: "title: The shop's repairs: all of them",
    corrected: `title: "The shop's repairs: all of them"`,
    message: 'Text that contains a colon and a space needs quotes.',
  },
  {
    name: 'colon in a text with a comment',
    right: 'title: Bike repairs in Midland',
    wrong: 'title: Bike repairs: all # to be shortened',
    corrected: "title: 'Bike repairs: all' # to be shortened",
    message: 'Text that contains a colon and a space needs quotes.',
  },
  {
    name: 'colon at the end of a text',
    right: 'heading: What we fix',
    wrong: 'heading: What we fix:',
    corrected: "heading: 'What we fix:'",
    message: 'Text that ends with a colon needs quotes.',
  },
  {
    name: 'colon in a text over two lines',
    right: 'description: What a tune-up costs, and how long a repair takes.',
    wrong: 'description: What a tune-up costs, and\n      this as well: how long it takes.',
    corrected: "description: 'What a tune-up costs, and\n      this as well: how long it takes.'",
    line: 1,
    message: 'Text that contains a colon and a space needs quotes.',
  },
  {
    name: 'colon in a text between braces',
    right: 'label: See all prices, href',
    wrong: 'label: Prices: see all, href',
    corrected: "label: 'Prices: see all', href",
    message: 'Text that contains a colon and a space needs quotes.',
  },
  {
    name: '# in a text between braces',
    right: 'label: See all prices, href',
    wrong: 'label: See price #4, href',
    corrected: "label: 'See price #4', href",
    message:
      'Text that contains a space and a # needs quotes. Without them, a comment starts there.',
  },
  {
    name: 'citation between braces without quotes',
    right: "label: 'Call ${site.phone}', href",
    wrong: 'label: Call ${site.phone}, href',
    message: 'Between { } or [ ], text with a citation needs quotes.',
  },
  {
    name: 'citation in brackets without quotes',
    right: '[No appointment,',
    wrong: '[Only ${tune-up},',
    corrected: "['Only ${tune-up}',",
    message: 'Between { } or [ ], text with a citation needs quotes.',
  },
]

const brackets: Mistake[] = [
  {
    name: 'two commas between { }',
    right: 'See all prices, href',
    wrong: 'See all prices,, href',
    message: 'There is nothing before this comma.',
  },
  {
    name: 'two commas between [ ]',
    right: 'No appointment, ',
    wrong: 'No appointment, , ',
    message: 'There is nothing before this comma.',
  },
  {
    name: 'a comma after {',
    right: '{ label: See all',
    wrong: '{ , label: See all',
    corrected: '{ label: See all',
    message: 'There is nothing before this comma.',
  },
  {
    name: 'brace never closed',
    right: 'style: secondary }',
    wrong: 'style: secondary',
    message: 'This { is never closed.',
  },
  {
    name: 'bracket never closed',
    right: 'aliases: [/fix, /mend]',
    wrong: 'aliases: [/fix, /mend',
    message: 'This [ is never closed.',
  },
  {
    name: 'bracket closed by a brace',
    right: 'aliases: [/fix, /mend]',
    wrong: 'aliases: [/fix, /mend}',
    message: 'This [ is closed by }.',
  },
  {
    name: 'one brace too many',
    right: 'style: secondary }',
    wrong: 'style: secondary }}',
    message: 'There is one } too many.',
  },
  {
    name: 'comma missing after a quoted text in braces',
    right: "href: 'tel:', icon: phone",
    wrong: "href: 'tel:' icon: phone",
    message: 'A comma is missing between two entries.',
  },
  {
    name: 'comma missing after a text in braces',
    right: 'label: See all prices, href',
    wrong: 'label: See all prices href',
    message: 'A comma is missing before "href".',
  },
  {
    name: 'comma missing in a list of quoted texts',
    right: "points: [No appointment, 'Six months, guaranteed']",
    wrong: "points: ['No appointment' 'Six months, guaranteed']",
    corrected: "points: ['No appointment', 'Six months, guaranteed']",
    message: 'A comma is missing between two entries.',
  },
  {
    name: 'comma missing at the end of a line',
    right: "points: [No appointment, 'Six months, guaranteed']",
    wrong: "points: [\n          'No appointment'\n          'Six months, guaranteed'\n        ]",
    corrected:
      "points: [\n          'No appointment',\n          'Six months, guaranteed'\n        ]",
    line: 1,
    message: 'A comma is missing at the end of this line.',
  },
  {
    name: 'bracket never closed over several lines',
    right: "points: [No appointment, 'Six months, guaranteed']",
    wrong: "points: [\n          'No appointment',\n          'Six months, guaranteed'",
    corrected:
      "points: [\n          'No appointment',\n          'Six months, guaranteed'\n        ]",
    message: 'This [ is never closed.',
  },
  {
    name: 'brace never opened',
    right: '- { label: See',
    wrong: '- label: See',
    message: 'This } is never opened.',
  },
  {
    name: 'inner brace never closed',
    right:
      "actions:\n          - { label: 'Call ${site.phone}', href: 'tel:', icon: phone }\n          - { label: See all prices, href: /prices, style: secondary }",
    wrong: 'actions: [{ label: Call, href: /call }, { label: See all prices, href: /prices]',
    corrected: 'actions: [{ label: Call, href: /call }, { label: See all prices, href: /prices }]',
    message: 'This { is never closed.',
  },
]

const colons: Mistake[] = [
  {
    name: 'no space after a colon',
    right: 'title: Bike repairs in Midland',
    wrong: 'title:Bike repairs in Midland',
    message: 'A space is missing after the colon.',
  },
  {
    name: 'no space after the colon before a quote',
    right: "note: 'Cash, card or phone'",
    wrong: "note:'Cash, card or phone'",
    message: 'A space is missing after the colon.',
  },
  {
    name: 'space before the colon',
    right: 'title: Bike repairs in Midland',
    wrong: 'title :Bike repairs in Midland',
    message: 'The space belongs after the colon, not before it.',
  },
  {
    name: 'no colon',
    right: 'title: Bike repairs in Midland',
    wrong: 'title Bike repairs in Midland',
    message: 'A colon is missing after "title".',
  },
  {
    name: 'no colon before a list',
    right: '    blocks:\n      - type: breadcrumbs',
    wrong: '    blocks\n      - type: breadcrumbs',
    message: 'A colon is missing after "blocks".',
  },
  {
    name: 'no colon after a route',
    right: '  /prices:',
    wrong: '  /prices',
    message: 'A colon is missing after "/prices".',
  },
  {
    name: 'equals sign',
    right: 'label: Repairs',
    wrong: 'label = Repairs',
    message: 'A colon is missing after "label".',
  },
  {
    name: 'fullwidth colon',
    right: 'label: Repairs',
    wrong: 'label：Repairs',
    message: 'This character looks like a colon, but it is a different one.',
  },
  {
    name: 'no space after a dash',
    right: '- type: prose',
    wrong: '-type: prose',
    message: 'A space is missing after the dash.',
  },
]

const lists: Mistake[] = [
  {
    name: 'no dash before a block, whose properties are then there twice',
    right: '      - type: checklist\n',
    wrong: '        type: checklist\n',
    message: 'The property "type" is defined twice; the first is on line 24.',
    code: 'DUPLICATE_KEY',
  },
  {
    name: 'no dash, in the column of the dashes',
    right: '      - type: prose\n',
    wrong: '      type: prose\n',
    message: 'This list entry has no dash.',
  },
  {
    name: 'no dash before the first block',
    right: '      - type: breadcrumbs',
    wrong: '      type: breadcrumbs',
    message: 'This list entry has no dash.',
  },
  {
    name: 'no dash before braces',
    right: '          - { label: See',
    wrong: '          { label: See',
    message: 'This list entry has no dash.',
  },
  {
    name: 'list on the line of its name',
    right: 'blocks:\n      - type: hero\n        heading: Every price',
    wrong: 'blocks: - type: hero\n        heading: Every price',
    message: 'The list belongs on the lines below "blocks:".',
  },
  {
    name: 'dashes of a word processor',
    right: '- type: prose',
    wrong: '– type: prose',
    message: 'This character looks like the hyphen of a list entry, but it is a different one.',
  },
  {
    name: 'Markdown bullets',
    right: '          - The bike\n          - Its key\n          - The driver',
    wrong: '          * The bike\n          * Its key\n          * The driver',
    message: 'This character looks like the hyphen of a list entry, but it is a different one.',
  },
]

const indentation: Mistake[] = [
  {
    name: 'property too deep',
    right: '    description: What',
    wrong: '      description: What',
    message:
      'This line is indented 6 spaces, but line 5, which it seems to belong with, is indented 4.',
  },
  {
    name: 'property of a block too shallow',
    right: '        heading: What we fix',
    wrong: '       heading: What we fix',
    message:
      'This line is indented 7 spaces, but line 24, which it seems to belong with, is indented 8.',
  },
  {
    name: 'property of a page too deep, after a list',
    right: '    blocks:\n      - type: breadcrumbs',
    wrong: '     blocks:\n      - type: breadcrumbs',
    message:
      'This line is indented 5 spaces, but line 8, which it seems to belong with, is indented 4.',
  },
  {
    name: 'property of a block in the column of its dash',
    right: '        heading: Repairs while',
    wrong: '      heading: Repairs while',
    message:
      'This line is indented 6 spaces, but line 11, which it seems to belong with, is indented 8.',
  },
  {
    name: 'block too deep',
    right: '      - type: prose\n',
    wrong: '       - type: prose\n',
    message:
      'This line is indented 7 spaces, but line 11, which it seems to belong with, is indented 6.',
  },
  {
    name: 'block too shallow',
    right: '      - type: prose\n',
    wrong: '    - type: prose\n',
    message:
      'This line is indented 4 spaces, but line 11, which it seems to belong with, is indented 6.',
  },
  {
    name: 'page too deep',
    right: '  /prices:',
    wrong: '   /prices:',
    message:
      'This line is indented 3 spaces, but line 3, which it seems to belong with, is indented 2.',
  },
  {
    name: 'list entry too shallow',
    right: '          - Its key',
    wrong: '         - Its key',
    message:
      'This line is indented 9 spaces, but line 34, which it seems to belong with, is indented 10.',
  },
  {
    name: 'first list entry too deep',
    right: '          - The bike',
    wrong: '            - The bike',
    message:
      'This line is indented 12 spaces, but line 35, which it seems to belong with, is indented 10.',
  },
  {
    name: 'list entry too shallow, in the column between two lists',
    right: '          - { label: See',
    wrong: '        - { label: See',
    message:
      'This line is indented 8 spaces, but line 15, which it seems to belong with, is indented 10.',
  },
  {
    name: 'tab',
    right: '    label: Repairs',
    wrong: '\tlabel: Repairs',
    message: 'This line is indented with a tab. YAML only allows spaces.',
  },
  {
    name: 'tabs on several lines',
    right: '        heading: What we fix\n        items:\n',
    wrong: '\t\t\t\theading: What we fix\n\t\t\t\titems:\n',
    message: 'This line is indented with a tab. YAML only allows spaces.',
  },
  {
    name: 'tab after a dash',
    right: '- type: prose',
    wrong: '-\ttype: prose',
    message: 'There is a tab after this dash. YAML only allows a space.',
  },
  {
    name: 'non-breaking spaces in the indentation',
    right: '        heading: What we fix',
    wrong: '     \u00a0\u00a0\u00a0heading: What we fix',
    message: 'There is a space here that YAML does not accept, such as a non-breaking space.',
  },
  {
    name: 'non-breaking space after a colon',
    right: 'title: Bike',
    wrong: 'title:\u00a0Bike',
    message: 'There is a space here that YAML does not accept, such as a non-breaking space.',
  },
]

const blockScalars: Mistake[] = [
  {
    name: 'text below | not indented',
    right: '          We fix **any** bike.\n\n          - brakes\n          - gears',
    wrong: '        We fix **any** bike.\n\n        - brakes\n        - gears',
    message: 'The text below "body" must be indented more than "body".',
  },
  {
    name: 'text below | less indented than its first line',
    right: '          - brakes',
    wrong: '         - brakes',
    message: 'This line is indented less than the first line of its text.',
  },
  {
    name: 'end of a text below | not indented',
    right: '          - gears',
    wrong: '        - gears',
    isGuess: true,
    message: 'The text below "body" must be indented more than "body".',
  },
  {
    name: 'no colon before |',
    right: 'body: |',
    wrong: 'body |',
    message: 'A colon is missing after "body".',
  },
  {
    name: 'text on the line of |',
    right: 'body: |\n          We fix',
    wrong: 'body: | We fix',
    message: 'The text belongs on the lines below the |.',
  },
  {
    name: 'blank line below | with more spaces',
    right: 'body: |\n          We fix',
    wrong: 'body: |\n               \n          We fix',
    corrected: 'body: |\n\n          We fix',
    line: 1,
    message: 'This blank line has more spaces than the text below it.',
  },
]

const brokenLines: Mistake[] = [
  {
    name: 'two properties on one line',
    right: 'heading: What we fix\n        items:',
    wrong: 'heading: What we fix        items:',
    message: '"items" belongs on a line of its own.',
  },
  {
    name: 'two properties on one line, with one space',
    right: 'label: Prices\n    blocks:',
    wrong: 'label: Prices blocks:',
    message: '"blocks" belongs on a line of its own.',
  },
  {
    name: 'text over two lines without indentation',
    right: 'description: What a tune-up costs, and how long a repair takes.',
    wrong: 'description: What a tune-up costs,\nand how long a repair takes.',
    corrected: 'description: What a tune-up costs,\n      and how long a repair takes.',
    line: 1,
    message: 'This line continues the text of "description", so it must be indented more.',
  },
  {
    name: 'text over two lines in the column of its name',
    right: 'description: What a tune-up costs, and how long a repair takes.',
    wrong: 'description: What a tune-up costs,\n    all of it, and how long a repair takes.',
    corrected: 'description: What a tune-up costs,\n      all of it, and how long a repair takes.',
    line: 1,
    message: 'This line continues the text of "description", so it must be indented more.',
  },
  {
    name: 'dash before a property',
    right: '    description: Every repair',
    wrong: '    - description: Every repair',
    message:
      'This dash starts a new list entry, but "description" belongs with the property above.',
  },
]

const foreign: Mistake[] = [
  {
    name: 'JSON around a property',
    right: 'heading: What we fix',
    wrong: '"heading": "What we fix",',
    corrected: '"heading": "What we fix"',
    message: 'In YAML, a line does not end with a comma or semicolon.',
  },
  {
    name: 'comment with slashes',
    right: '# Repairs, and',
    wrong: '// Repairs, and',
    message: 'In YAML, a comment starts with #.',
  },
  {
    name: 'comment of HTML',
    right: '# Repairs, and what they cost.',
    wrong: '<!-- Repairs, and what they cost. -->',
    message: 'In YAML, a comment starts with #.',
  },
  {
    name: 'code fence of Markdown',
    right: '# Repairs, and',
    wrong: '```yaml\n# Repairs, and',
    corrected: '# Repairs, and',
    message: 'This line is Markdown, not YAML.',
  },
  {
    name: 'three dashes in the middle',
    right: '  /prices:',
    wrong: '---\n  /prices:',
    corrected: '  /prices:',
    message: 'The line --- starts a second document, but a file can only have one.',
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
