import type { PictureFile } from '../../page-data.ts'
import type { RichHeading } from '../../resolved-values.ts'
import type { SourceLocation } from '../../problems/location.ts'
import type { PublicPictures } from '../../source/pictures.ts'
import type { PrintedText } from '../../statements/site-statements.ts'
import type { LedgerFact } from '../../facts/facts.ts'
import type { Contacts } from './contact-links.ts'
import { problemAt, type Problem } from '../../problems/problem.ts'
import type { UnknownRecord } from '../../util/records.ts'
import type { Schema } from '../../validate/json-schema.ts'

/** The context in which texts are resolved. */
export type TextContext = {
  facts: Map<string, LedgerFact>
  /** Names that an invalid file or entry may define. */
  possiblyDefined: Set<string>
  language: string
  contact: Contacts
  /** The values of `site.name`, `site.phone`, `site.email` and, on a page, `page.label`. */
  settings: Map<string, string>
  pictures: PublicPictures
  /** The names of the readings that the page chooses, by fact. */
  readings: Map<string, string>
  /** The entry of the page, whose lists can be counted, and its schema. Undefined outside of pages. */
  page?: { raw: UnknownRecord; schema: Schema }
}

/** Problems and references found while resolving the texts of one page or of the shell. */
export type Findings = {
  problems: Problem[]
  /**
   * `written` is the link as in the source, before completion. It is bare where the address itself
   * is the text.
   */
  links: { href: string; written: string; isBare?: true; location: SourceLocation }[]
  anchors: { name: string; location: SourceLocation }[]
  mainHeadings: SourceLocation[]
  /** Headings inside texts, which get their anchors last. */
  textHeadings: { heading: RichHeading; location: SourceLocation }[]
  /** Each citation with its location and the chosen reading. */
  citations: { fact: string; reading: string; location: SourceLocation }[]
  pictures: PictureFile[]
  /** Content marked with `placeholder: true`. */
  placeholders: { label: string; location: SourceLocation }[]
  /** Texts that are not written yet, and file names that are used as text. */
  unfinished: { found: string; isFileName: boolean; isNew: boolean; location: SourceLocation }[]
  /** Sentences that may say when the business is open. */
  hoursSentences: { sentence: string; location: SourceLocation }[]
  /** The texts of the blocks without citations, for comparing pages. */
  texts: string[]
  /**
   * Locations of the anchors that a published page leaves out with their blocks, as `file:line`.
   */
  leftOutAnchors?: Map<string, string>
  /** How many parts a published page leaves out. */
  leftOut?: number
  /** The facts because of which it leaves something out. */
  leftOutFacts?: string[]
  /**
   * Every text as visitors read it, to compare with statements. Undefined on sites without
   * statements.
   */
  printed?: PrintedText[]
}

/** @param recordsPrinted whether to collect `printed` */
export const createFindings = (recordsPrinted = false): Findings => ({
  problems: [],
  links: [],
  anchors: [],
  mainHeadings: [],
  textHeadings: [],
  citations: [],
  pictures: [],
  placeholders: [],
  unfinished: [],
  hoursSentences: [],
  texts: [],
  ...(recordsPrinted && { printed: [] }),
})

/** A text to resolve: where it is written, its schema, and what its citations are looked up in. */
export type TextPlace = SourceLocation & {
  schema: Schema
  context: TextContext
  findings: Findings
}

/** Reports a problem of a text. */
export const reportAt = (at: TextPlace, ...problem: ProblemArguments): void =>
  void at.findings.problems.push(problemAt(at, ...problem))

type ProblemArguments = Parameters<typeof problemAt> extends [unknown, ...infer Rest] ? Rest : never

/** Copies the path of a location, which the walker mutates. */
export const copyLocation = ({ source, path }: SourceLocation): SourceLocation => ({
  source,
  path: [...path],
})
