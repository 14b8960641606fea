import { describeCloudFront } from './cloudfront.ts'
import { hashedFolder, hostsFolder, type HostFiles, type HostingRules } from './hosting-rules.ts'

/**
 * Renders a plan for S3 behind CloudFront: a template for CloudFormation that creates both, and the
 * commands that upload the site with the type and the caching of each file. The bucket stays
 * private.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-restricting-access-to-s3.html
 */
export const renderS3 = (rules: HostingRules): HostFiles => ({
  [`${hostsFolder}/cloudfront.json`]: `${JSON.stringify(describeCloudFront(rules), null, 2)}\n`,
  [`${hostsFolder}/s3-upload.sh`]: renderUpload(rules),
})

function renderUpload({ base, caching, types }: HostingRules): string {
  const extensions = Object.entries(types)
  const upload = (include: string, type: string | undefined, cacheControl: string, more = '') =>
    `sync --include '${include}'${more}${type === undefined ? '' : ` --content-type '${type}'`}` +
    ` --cache-control '${cacheControl}'\n`
  const hashed = extensions.map(([extension, type]) =>
    upload(`${hashedFolder.slice(1)}*.${extension}`, type, caching.hashed),
  )
  const notHashed = ` --exclude '${hashedFolder.slice(1)}*' --exclude '${hostsFolder.slice(1)}/*'`
  const others = extensions.map(([extension, type]) =>
    upload(`*.${extension}`, type, caching.others, notHashed),
  )
  return `\
#!/bin/sh
# Written by Signpost. Uploads the site: sh dist${hostsFolder}/s3-upload.sh BUCKET [DISTRIBUTION]
set -eu
bucket="s3://$1${base}/"
cd "$(dirname "$0")/.."
sync() { aws s3 sync . "$bucket" --exclude '*' "$@"; }
# Files that pages load come first.
${hashed.join('')}${others.join('')}\
# Files without an extension, such as LICENSE.
sync --include '*' --exclude '*.*' --cache-control '${caching.others}'
# What is gone. Hashed files stay for pages that are still open.
aws s3 sync . "$bucket" --delete --exclude '${hashedFolder.slice(1)}*' --exclude '${hostsFolder.slice(1)}/*'
[ -z "\${2-}" ] || aws cloudfront create-invalidation --distribution-id "$2" --paths '${base}/*'
`
}
