/**
 * A page that can be found: its path, its title and its sections. Lists instead of objects, because
 * a visitor downloads them for all pages.
 */
export type SearchPage = [path: string, title: string, sections: SearchSection[]]

/**
 * What is under one heading, or before the first one.
 * @property anchor the id of the element that the section is in; empty if there is none
 */
export type SearchSection = [heading: string, anchor: string, text: string]
