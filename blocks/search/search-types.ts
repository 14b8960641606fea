/**
 * A page of the search index: its path, title and sections. An array instead of an object, to keep
 * the download small: it contains every page.
 */
export type SearchPage = [path: string, title: string, sections: SearchSection[]]

/**
 * A section of a page: the text below one heading, or before the first one.
 * @property anchor the id of the element that contains the section; empty if there is none
 */
export type SearchSection = [heading: string, anchor: string, text: string]
