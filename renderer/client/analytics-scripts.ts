/** The scripts of analytics services, unless the site's settings name others. */
export const plausibleScript = 'https://plausible.io/js/script.manual.js'
export const tagManagerScript = 'https://www.googletagmanager.com/gtm.js'
