/** The default scripts of analytics services; a site's settings can replace them. */
export const plausibleScript = 'https://plausible.io/js/script.manual.js'
export const tagManagerScript = 'https://www.googletagmanager.com/gtm.js'
