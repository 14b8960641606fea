/** What a block reports to the analytics services, with the name of the event. */
export type ReportedEvent = { event: string } & Record<string, string>

/** The name of the event in the browser, which the analytics script listens for. */
export const reportedEvent = 'signpost:event'

/** Reports an event, such as a form that was sent. Nothing happens without analytics. */
export function reportEvent(detail: ReportedEvent): void {
  dispatchEvent(new CustomEvent(reportedEvent, { detail }))
}
