/**
 * The header with the token, which proves that a request comes from the studio's page. No browser
 * adds it by itself.
 */
export const tokenHeader = 'x-studio-token'
