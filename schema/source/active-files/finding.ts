/** Why a file could do more than show something. Lines and columns start at 1. */
export type ActiveFinding = { reason: string; line: number; column: number }

/** Reasons, each completing a sentence that begins with the file. */
export const reasons = {
  script: 'contains a script',
  handler: 'runs a script when something happens (an attribute such as onload)',
  link: 'contains a link that runs a script',
  document: 'contains other documents',
  files: 'refers to other files, which a picture cannot show',
  styleSheet: 'loads a style sheet',
  encoding: 'is not in UTF-8, which could hide a script',
  entities: 'declares entities, which could hide a script',
}

export const namespaces = {
  svg: 'http://www.w3.org/2000/svg',
  xhtml: 'http://www.w3.org/1999/xhtml',
  mathml: 'http://www.w3.org/1998/Math/MathML',
  xlink: 'http://www.w3.org/1999/xlink',
  xml: 'http://www.w3.org/XML/1998/namespace',
  xmlns: 'http://www.w3.org/2000/xmlns/',
}

/**
 * Whether an attribute's value is an address that runs a script, or a list with one, as in an
 * animation. Browsers skip white space and control characters in addresses.
 */
export const runsScript = (value: string): boolean =>
  /(?:^|[;,])(?:java|vb)script:/i.test(value.replaceAll(/[\u0000-\u0020\u007f-\u00a0\ufeff]/g, ''))
