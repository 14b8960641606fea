import { error, warning } from './define-code.ts'

/** Problems of content that is shown on certain days only. */
export const daysCodes = {
  LINK_TO_HIDDEN_PAGE: error(
    'Something public links to a page that the public does not see: a draft, or a page on other days.',
    'Delete draft: true from that page when it is ready, give the link the same days, or delete the link.',
  ),
  MISSING_TIME_ZONE: error(
    'Something is published on certain days, but the settings have no time zone.',
    'Add timeZone: under site in pages.yaml, such as timeZone: America/Chicago.',
  ),
  PLACE_WITHOUT_TIME_ZONE: warning(
    'A location is in another town than the business, and says no time zone.',
    'Add timeZone to the location.',
  ),
  UNKNOWN_TIME_ZONE: error(
    'A name is not the time zone of a place. Abbreviations such as EST have no summer time.',
    'Write the name of a zone in the IANA database, such as America/Chicago or Europe/London.',
  ),
  IMPOSSIBLE_TIME: error(
    'A day or a time does not exist, or occurs twice because clocks are set back.',
    'Write a day such as 2027-01-31, or a day with a time such as 2027-01-31 17:00.',
  ),
  EMPTY_DAYS: error(
    'The day under until: is before the day under from:.',
    'Swap them, or correct the year.',
  ),
  OVERLAPPING_VALUES: error(
    'Two values of a fact apply at the same time.',
    'End the earlier value with until:, on the day before the other begins.',
  ),
  NO_VALUE: error(
    'No value of a fact applies at this time.',
    'Leave out from: in the first value and until: in the last, and leave no gap between the others.',
  ),
  BREAKS_LATER: warning(
    'The site will have an error on a future day, when something begins or ends.',
    'Correct it before that day. npm run check -- --now DAY shows the whole site of that day.',
  ),
}
