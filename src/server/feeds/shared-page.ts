import { escapeMarkup, fillText } from '@/lib/text/escape-markup'
import type { SharedWorkout } from '@/use-cases/workouts/share/read-shared-workout'
import { shareTexts } from '@/use-cases/workouts/share/share-texts'

const STYLE = `
:root{color-scheme:light dark;--ground:#f3f6f3;--ink:#16241e;--soft:#4c5f56;--link:#14694c}
@media (prefers-color-scheme:dark){:root{--ground:#0d1512;--ink:#edf3ef;--soft:#a9bdb2;--link:#6fd3ab}}
body{margin:0;background:var(--ground);color:var(--ink);font:17px/1.5 system-ui,sans-serif}
main{max-width:800px;margin:0 auto;padding:24px 16px 48px}
h1{margin:24px 0 0;font-size:28px;line-height:1.25;overflow-wrap:anywhere}
p{margin:4px 0;color:var(--soft)}
img{display:block;width:100%;height:auto;border-radius:12px}
dl{display:flex;flex-wrap:wrap;gap:16px 40px;margin:24px 0}
dt{color:var(--soft);font-size:15px}
dd{margin:0;font-size:26px;font-weight:600;font-variant-numeric:tabular-nums}
small{font-size:16px;font-weight:400}
a{color:var(--link)}`

const meta = (property: string, content: string) =>
  `<meta property="${property}" content="${escapeMarkup(content)}">`

const page = ({
  language,
  title,
  head = '',
  body,
}: Record<'language' | 'title' | 'body', string> & {
  head?: string
}) =>
  `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeMarkup(title)} · Milepost</title>
${head}
<style>${STYLE}</style>
</head>
<body><main>${body}</main></body>
</html>
`

/** The page that people with a link see, with Open Graph tags for previews in chats. It needs no scripts. */
export function sharedPage(shared: SharedWorkout, secret: string): string {
  const { title, subtitle, name, numbers, texts, uiUrl, publicId } = shared
  const url = `${uiUrl}/share/${secret}`
  const picture = `${url}/card.png`
  const described = numbers.map(({ label, value, unit }) => `${label} ${value} ${unit}`.trim())
  const description = [subtitle, ...described].join(' · ')
  const heading = fillText(texts.by, { title, user: name })
  const head = [
    meta('og:type', 'article'),
    meta('og:site_name', 'Milepost'),
    meta('og:title', heading),
    meta('og:description', description),
    meta('og:url', url),
    meta('og:image', picture),
    meta('og:image:width', '1200'),
    meta('og:image:height', '630'),
    meta('og:image:alt', description),
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('\n')
  const facts = numbers.map(
    ({ label, value, unit }) =>
      `<div><dt>${escapeMarkup(label)}</dt><dd>${escapeMarkup(value)} <small>${escapeMarkup(unit)}</small></dd></div>`,
  )
  const body = [
    `<img src="${escapeMarkup(secret)}/card.png" width="1200" height="630" alt="${escapeMarkup(description)}">`,
    `<h1>${escapeMarkup(title)}</h1>`,
    `<p>${escapeMarkup(`${name} · ${subtitle}`)}</p>`,
    `<dl>${facts.join('')}</dl>`,
    publicId &&
      `<p><a href="${escapeMarkup(`${uiUrl}/workouts/${publicId}`)}">${escapeMarkup(texts.whole)}</a></p>`,
  ]
    .filter(Boolean)
    .join('\n')
  return page({ language: texts.language, title: heading, head, body })
}

/** The page for a link that is not valid. It is the same whatever the reason, in the language of the browser. */
export function invalidLinkPage(acceptLanguage: string): string {
  const [first = ''] = acceptLanguage.split(/[,;]/)
  const texts = shareTexts(first.trim().slice(0, 2).toLowerCase())
  const body = `<h1>${escapeMarkup(texts.invalid)}</h1>\n<p>${escapeMarkup(texts.ask)}</p>`
  return page({ language: texts.language, title: texts.shared, body })
}
