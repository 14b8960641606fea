import type { ContentDates } from '../content-dates.ts'
import type { Problem } from '../problem.ts'
import type { ResolvedSite } from '../resolve-site.ts'
import { aliasRules } from './aliases.ts'
import { applicationRules } from './application.ts'
import { articleRules } from './articles.ts'
import { headRules } from './heads.ts'
import { likenessRules } from './likeness.ts'
import { linkRules } from './links.ts'
import { pageRules } from './pages.ts'
import { siteRules } from './site.ts'

/** What a rule may look at. */
export type RuleContext = ResolvedSite & {
  /** Addresses of the files in public/. */
  publicFiles: Set<string>
  dates: ContentDates
}

/** A rule across the whole site. Its name says what must hold. */
export type Rule = { name: string; check: (context: RuleContext) => Problem[] }

export const rules: Rule[] = [...pageRules, ...headRules, ...linkRules, ...aliasRules, ...articleRules, ...likenessRules, ...siteRules, ...applicationRules]

/** Problems found while resolving, and those of every rule. */
export function checkRules(context: RuleContext): Problem[] {
  const { pages, shell, notFound } = context
  const findings = [...pages.map((page) => page.findings), shell, ...(notFound ? [notFound.findings] : [])]
  return [...findings.flatMap(({ problems }) => problems), ...rules.flatMap(({ check }) => check(context))]
}
