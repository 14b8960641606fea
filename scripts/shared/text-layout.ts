/** Joins sections of lines with an empty line between them. Sections without a line are left out. */
export const joinSections = (sections: (string | string[])[]): string =>
  sections
    .map((lines) => (typeof lines === 'string' ? lines : lines.join('\n')))
    .filter((text) => text !== '')
    .join('\n\n')
