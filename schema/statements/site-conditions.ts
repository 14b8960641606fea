import { listNamedServices } from '../shared/named-services.ts'
import { asText } from '../util/as-text.ts'
import { asRecord, type UnknownRecord } from '../util/records.ts'
import type { ForbiddenStatement } from '../types.gen.ts'

/** What a statement depends on. */
export type SiteCondition = NonNullable<ForbiddenStatement['if']>

/** Whether a condition of a statement is true of a site. Its pages may be outlines. */
export function meetsCondition(
  condition: SiteCondition,
  { settings, pages }: { settings: UnknownRecord; pages: Map<string, { raw: UnknownRecord }> },
): boolean {
  const { plausible, tagManager } = asRecord(settings.analytics)
  if (condition === 'analytics') return settings.analytics !== undefined
  const isOther = (address: string) =>
    URL.canParse(address) && new URL(address).origin !== asText(settings.origin)
  const namesOther = (value: unknown) =>
    Object.values(listNamedServices(value)).flat().some(isOther)
  const { booking, ...others } = settings
  return (
    // By default, their scripts are those of the companies that run them.
    [plausible, tagManager].some((own) => own !== undefined && !asRecord(own).script) ||
    settings.allowOrigins !== undefined ||
    // A booking service that is a placeholder is not loaded.
    namesOther(asRecord(booking).placeholder === true ? [others] : [settings]) ||
    [...pages.values()].some(({ raw }) => namesOther(raw.blocks))
  )
}
