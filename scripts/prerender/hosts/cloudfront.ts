import { fitRedirects, type HostingRules, listUniqueAnswers } from './hosting-rules.ts'

/** CloudFront refuses a larger function. Bytes. */
const maxFunctionBytes = 10_240

/**
 * Describes a stack for CloudFormation: a private bucket, and a distribution with the headers and
 * addresses of the rules.
 */
export function describeCloudFront(rules: HostingRules) {
  const { hostname, base, headers } = rules
  const get = (resource: string, attribute: string) => ({ 'Fn::GetAtt': [resource, attribute] })
  const sub = (text: string) => ({ 'Fn::Sub': text })
  return {
    AWSTemplateFormatVersion: '2010-09-09',
    Description: `The site ${hostname}${base}. Written by Signpost.`,
    Parameters: {
      CertificateArn: {
        Type: 'String',
        Default: '',
        Description: `A certificate for ${hostname} in us-east-1. Without one, the site has an address of CloudFront.`,
      },
    },
    Conditions: {
      HasCertificate: { 'Fn::Not': [{ 'Fn::Equals': [{ Ref: 'CertificateArn' }, ''] }] },
    },
    Resources: {
      Bucket: {
        Type: 'AWS::S3::Bucket',
        DeletionPolicy: 'Retain',
        UpdateReplacePolicy: 'Retain',
        Properties: {
          PublicAccessBlockConfiguration: {
            BlockPublicAcls: true,
            BlockPublicPolicy: true,
            IgnorePublicAcls: true,
            RestrictPublicBuckets: true,
          },
        },
      },
      BucketPolicy: {
        Type: 'AWS::S3::BucketPolicy',
        Properties: {
          Bucket: { Ref: 'Bucket' },
          PolicyDocument: {
            Version: '2012-10-17',
            Statement: [
              {
                Effect: 'Allow',
                Principal: { Service: 'cloudfront.amazonaws.com' },
                // For a missing file, S3 answers 403 to clients that may not list the bucket.
                Action: ['s3:GetObject', 's3:ListBucket'],
                Resource: [get('Bucket', 'Arn'), sub('${Bucket.Arn}/*')],
                Condition: {
                  StringEquals: {
                    'AWS:SourceArn': sub(
                      'arn:${AWS::Partition}:cloudfront::${AWS::AccountId}:distribution/${Distribution}',
                    ),
                  },
                },
              },
            ],
          },
        },
      },
      Access: {
        Type: 'AWS::CloudFront::OriginAccessControl',
        Properties: {
          OriginAccessControlConfig: {
            Name: sub('${AWS::StackName}-access'),
            OriginAccessControlOriginType: 's3',
            SigningBehavior: 'always',
            SigningProtocol: 'sigv4',
          },
        },
      },
      Headers: {
        Type: 'AWS::CloudFront::ResponseHeadersPolicy',
        Properties: {
          ResponseHeadersPolicyConfig: {
            Name: sub('${AWS::StackName}-headers'),
            ...describeHeaders(headers),
          },
        },
      },
      Addresses: {
        Type: 'AWS::CloudFront::Function',
        Properties: {
          Name: sub('${AWS::StackName}-addresses'),
          AutoPublish: true,
          FunctionConfig: { Comment: 'Redirects, clean addresses', Runtime: 'cloudfront-js-2.0' },
          FunctionCode: fitRedirects(rules, maxFunctionBytes, renderFunction),
        },
      },
      Distribution: {
        Type: 'AWS::CloudFront::Distribution',
        Properties: {
          DistributionConfig: {
            Enabled: true,
            HttpVersion: 'http2and3',
            IPV6Enabled: true,
            Aliases: {
              'Fn::If': ['HasCertificate', [hostname], { Ref: 'AWS::NoValue' }],
            },
            ViewerCertificate: {
              'Fn::If': [
                'HasCertificate',
                {
                  AcmCertificateArn: { Ref: 'CertificateArn' },
                  MinimumProtocolVersion: 'TLSv1.2_2021',
                  SslSupportMethod: 'sni-only',
                },
                { CloudFrontDefaultCertificate: true },
              ],
            },
            Origins: [
              {
                Id: 'bucket',
                DomainName: get('Bucket', 'RegionalDomainName'),
                OriginAccessControlId: get('Access', 'Id'),
                S3OriginConfig: { OriginAccessIdentity: '' },
              },
            ],
            DefaultCacheBehavior: {
              TargetOriginId: 'bucket',
              ViewerProtocolPolicy: 'redirect-to-https',
              Compress: true,
              // Managed by AWS: CachingOptimized, which follows Cache-Control.
              CachePolicyId: '658327ea-f89d-4fab-a63d-7e88639e58f6',
              ResponseHeadersPolicyId: { Ref: 'Headers' },
              FunctionAssociations: [
                { EventType: 'viewer-request', FunctionARN: get('Addresses', 'FunctionARN') },
              ],
            },
            CustomErrorResponses: [
              {
                ErrorCode: 404,
                ResponseCode: 404,
                ResponsePagePath: `${base}/404.html`,
                ErrorCachingMinTTL: 0,
              },
            ],
          },
        },
      },
    },
    Outputs: {
      Bucket: { Value: { Ref: 'Bucket' } },
      Distribution: { Value: { Ref: 'Distribution' } },
      Address: { Value: get('Distribution', 'DomainName') },
    },
  }
}

/** CloudFront knows the security headers by name, and takes others as text. */
function describeHeaders(headers: Record<string, string>) {
  const {
    'Content-Security-Policy': policy,
    'Strict-Transport-Security': transport,
    'X-Content-Type-Options': _,
    'Referrer-Policy': referrer,
    ...others
  } = headers
  const maxAge = /max-age=(\d+)/.exec(transport ?? '')?.[1]
  return {
    SecurityHeadersConfig: {
      ContentTypeOptions: { Override: true },
      ...(policy && {
        ContentSecurityPolicy: { ContentSecurityPolicy: policy, Override: true },
      }),
      ...(referrer && { ReferrerPolicy: { ReferrerPolicy: referrer, Override: true } }),
      ...(maxAge && {
        StrictTransportSecurity: { AccessControlMaxAgeSec: Number(maxAge), Override: true },
      }),
    },
    CustomHeadersConfig: {
      Items: Object.entries(others).map(([Header, Value]) => ({ Header, Value, Override: true })),
    },
  }
}

/**
 * Renders the function that CloudFront runs for each request: it redirects, answers 410, and finds
 * the document of a page. It cannot tell whether a file exists, so it takes every address without a
 * dot in its last segment for a page.
 */
function renderFunction(rules: HostingRules): string {
  const { base, trailingSlash } = rules
  const answers = listUniqueAnswers(rules).map(({ to = '', ...answer }) => ({ ...answer, to }))
  const exact = answers.filter(({ query, isPrefix }) => !query && !isPrefix)
  return `\
var base = ${JSON.stringify(base)}
// By path, by query, and by what a path begins with. An empty text is an address that is gone.
var redirects = ${JSON.stringify(Object.fromEntries(exact.map(({ path, to }) => [path, to])))}
var queries = ${JSON.stringify(answers.flatMap(({ path, query, to }) => (query ? [[path, query, to]] : [])))}
var folders = ${JSON.stringify(answers.flatMap(({ path, isPrefix, to }) => (isPrefix ? [[path, to]] : [])))}
function handler(event) {
  var request = event.request
  var uri = request.uri
  if (base && uri === base) return redirect(base + '/', request)
  if (base && !uri.startsWith(base + '/')) return request
  var path = uri.slice(base.length)
  var target = findTarget(path.replace(/(.)\\/+$/, '$1'), request.querystring)
  if (target === '') return { statusCode: 410, statusDescription: 'Gone' }
  if (target !== undefined) return redirect(target, request)
  // Two slashes at the start would lead to another host.
  if (path.startsWith('//') || path.includes('\\\\')) return { statusCode: 404, statusDescription: 'Not Found' }
  var isFile = /\\.[^/]*$/.test(path) && !/\\/index\\.html$/.test(path)
  if (isFile) return request
  var folder = path.replace(/\\/index\\.html$/, '/').replace(/\\/*$/, '/')
  var address = ${trailingSlash ? 'folder' : "folder === '/' ? folder : folder.slice(0, -1)"}
  if (address !== path) return redirect(base + address, request)
  request.uri = base + folder + 'index.html'
  return request
}
function findTarget(encoded, querystring) {
  var path = encoded
  try { path = decodeURIComponent(encoded) } catch (error) {}
  var found = queries.find(function (entry) {
    return entry[0] === path && entry[1].every(function (pair) {
      var given = querystring[pair[0]]
      return given && (given.multiValue || [given]).some(function (item) { return item.value === pair[1] })
    })
  })
  if (found) return found[2]
  if (Object.prototype.hasOwnProperty.call(redirects, path)) return redirects[path]
  var folder = folders.find(function (entry) { return path.startsWith(entry[0]) && path !== entry[0] })
  return folder && folder[1]
}
function redirect(location, request) {
  var query = Object.entries(request.querystring).flatMap(function (entry) {
    return (entry[1].multiValue || [entry[1]]).map(function (item) {
      return item.value === '' ? entry[0] : entry[0] + '=' + item.value
    })
  })
  if (query.length > 0 && !/[?#]/.test(location)) location += '?' + query.join('&')
  return {
    statusCode: 301,
    statusDescription: 'Moved Permanently',
    headers: { location: { value: location } },
  }
}
`
}
