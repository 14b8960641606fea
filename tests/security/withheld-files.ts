/** Files of an old site that nobody should be able to read on the new one. */
import type { Attack } from './attack.ts'
import { importFile } from './drawings.ts'

const files: [file: string, content: string, must: RegExp][] = [
  ['/config.php.bak', 'a', /old copy/],
  ['/wp-config.php~', 'a', /old copy/],
  ['/wp-config.txt', '<?php define("DB_PASSWORD", "a");', /source of a program/],
  ['/config.old', 'a', /old copy/],
  ['/index.html.orig', 'a', /old copy/],
  ['/.config.php.swp', 'a', /old copy/],
  ['/.env', 'a', /passwords/],
  ['/.env.production', 'a', /passwords/],
  ['/.htpasswd', 'a', /passwords/],
  ['/shop.sql', 'a', /database/],
  ['/shop.sql.gz', 'a', /database/],
  ['/shop.sql.7z', 'a', /database/],
  ['/members.mdb', 'a', /database/],
  ['/a.txt', '/*M!999999\\- enable the sandbox mode */\n-- MariaDB dump 10.19\n', /database/],
  ['/b.txt', '-- phpMyAdmin SQL Dump\n', /database/],
  ['/backup.zip', 'a', /backup/],
  ['/site-backup-2019-03.tar.gz', 'a', /backup/],
  ['/backup_2020-01-01-1200_Site_abc-db.gz', 'a', /backup/],
  ['/wp-content/debug.log', 'a', /log of a program/],
  ['/settings.ini', 'a', /settings of a program/],
  ['/prices.pdf', 'version https://git-lfs.github.com/spec/v1\noid sha256:a\nsize 9\n', /Git LFS/],
]

export const withheldFiles: Attack[] = files.map(([file, content, must]) => ({
  door: 'import',
  attack: file,
  send: () => importFile(file, Buffer.from(content)),
  must,
}))
