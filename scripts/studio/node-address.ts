export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Keys and indexes from the root of a file. */
export type NodePath = (string | number)[]

/**
 * A value in a source file. In URLs and in `data-studio-path`, it is written as the file and a JSON
 * pointer: `pages/main.yaml#/pages/~1pricing/blocks/2/heading`.
 * @property file relative to the site's folder
 */
export type NodeAddress = { file: string; path: NodePath }
