import { closeSync, openSync, readSync } from 'node:fs'

/**
 * Names of files and folders that contain secrets, in lowercase, and a description of the content.
 */
const secretNames: [name: RegExp, holds: string][] = [
  [/^\.env|\.env$/, 'passwords and keys'],
  [/^\.(git|hg|svn)$/, "the site's source and its history"],
  [/^\.(aws|azure|docker|gnupg|kube|ssh)$|^\.(git-credentials|netrc|npmrc|pgpass|pypirc)$/, 'keys'],
  [/^\.ht(passwd|digest)/, 'passwords'],
  [/^id_(rsa|dsa|ecdsa|ed25519)(_sk)?$|\.(p12|pfx|jks|keystore|ppk)$/, 'a private key'],
  [/\.(kdbx|1pux)$/, 'passwords'],
  [/^\.?(credentials|secrets?)(\.(csv|ini|json|toml|txt|xml|ya?ml))?$/, 'passwords or keys'],
  [/^(client_secret|service[-_]account).*\.json$/, 'a key'],
  [/\.(accdb|dump|mdb|sqlite3?|sql)(\.(7z|bz2|gz|rar|tgz|xz|zip|zst))?$/, 'a database'],
  [/.~$|^#.*#$|\.(bak|backup|bkp|old|orig|save|sw[opx])(\.?\d+)?$/, 'an old copy of a file'],
  [
    /(^|[^a-z])(backup|dump|htdocs|public_html|wwwroot)[^a-z]*\.(7z|bz2|gz|rar|tar|tgz|zip)/,
    'a backup',
  ],
  [/^backup[^a-z]*\d.*\.(gz|zip)$|\.wpress$/, 'a backup'],
  [/\.(cfg|conf|inc|ini)$/, 'the settings of a program'],
  [/\.log(\.\d+)?(\.gz)?$|^error_log$/, 'the log of a program'],
]

/**
 * Patterns of secrets in a file, and a description of each. The first line of a private key alone
 * does not count, since documentation may quote it.
 */
const secretContents: [content: RegExp, holds: string][] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY( BLOCK)?-----\s+(\S+: .*\n)*\s*[\w+/=]{32}/, 'a private key'],
  // Some programs write comments of their own in front of it.
  [/^-- (MySQL|MariaDB) dump |^-- (phpMyAdmin SQL Dump|Adminer \d)/m, 'a database'],
  [/^PuTTY-User-Key-File-\d/, 'a private key'],
  [/^SQLite format 3\0|^PGDMP|^--\s+-- PostgreSQL database/, 'a database'],
  [/\b(ghp|gho|ghs)_[A-Za-z0-9]{36}\b|\bgithub_pat_\w{60,}|\bsk_live_\w{16,}/, 'a key'],
  [/\baws_secret_access_key\s*[:=]\s*\S{20,}/i, 'a key'],
  [
    /^(export )?[A-Z][A-Z0-9_]*(PASSWORD|SECRET|TOKEN|API_KEY|ACCESS_KEY|SECRET_KEY)=["']?\S{4,}/m,
    'passwords or keys',
  ],
]

/** Matches formats that contain no text, so that their contents are not searched. */
const mediaExtension =
  /\.(avif|gif|gz|ico|jpe?g|mov|mp[34]|ogg|otf|pdf|png|svgz|ttf|wasm|web[mp]|woff2?|zip)$/i

const searchedBytes = 64 * 1024

/** @returns the secret that a file or folder contains according to its name, if any */
export const findSecretName = (name: string): string | undefined =>
  secretNames.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1]

/**
 * Searches the start of a file for secrets.
 * @returns a description of the secret, if there is one
 * @throws Error if the file cannot be read
 */
export function findSecretContent(file: string): string | undefined {
  if (mediaExtension.test(file)) return undefined
  const bytes = Buffer.alloc(searchedBytes)
  const descriptor = openSync(file, 'r')
  try {
    const text = bytes.toString('latin1', 0, readSync(descriptor, bytes, 0, searchedBytes, 0))
    // With its own ending, it is a program that the host runs.
    if (/^\s*<\?(php|=)/.test(text) && !/\.php\d?$/i.test(file)) return 'the source of a program'
    return secretContents.find(([pattern]) => pattern.test(text))?.[1]
  } finally {
    closeSync(descriptor)
  }
}
