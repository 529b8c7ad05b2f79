import { escapeMarkup } from '@/lib/text/escape-markup'
import {
  type Block,
  languageOfMail,
  type Message,
  type MessageContext,
  messageContext,
  type Recipient,
} from './message'

const PRODUCT = 'Milepost'

/** A rendered message. */
export interface WrittenMail {
  to: string
  subject: string
  text: string
  html: string
}

/** Renders a message to a recipient, as text and as HTML, from the server at `uiUrl`. */
export function writeMail(message: Message, recipient: Recipient, uiUrl: string): WrittenMail {
  const context = messageContext(recipient, uiUrl)
  const { subject, blocks } = message(context)
  const title = `${PRODUCT} - ${subject}`
  return {
    to: recipient.email,
    subject: title,
    text: plainText(context, blocks),
    html: page(context, { title, blocks, language: languageOfMail(recipient.language) }),
  }
}

const greeting = ({ text, username }: MessageContext) => text('common.greeting', { username })
const origin = ({ text, link }: MessageContext) =>
  text('common.origin', { product: PRODUCT, url: link('') })

const plainText = (context: MessageContext, blocks: Block[]) =>
  `${[greeting(context), ...blocks.map(asText), `-- \n${origin(context)}`].join('\n\n')}\n`

function asText(block: Block): string {
  if (block.kind === 'action') return `${block.label}:\n${block.url}`
  if (block.kind === 'image') return `${block.text}:\n${block.url}`
  if (block.kind === 'quote') return block.text.replace(/^/gm, '> ')
  return block.text
}

const inHtml = (words: string) => escapeMarkup(words).replaceAll('\n', '<br>')

/** Colours of the web UI in light mode. Mail clients ignore style sheets, so every element has inline styles. */
const INK = '#12211c'
const FAINT = '#5f7168'
const ACCENT = '#17624c'
const STYLES: Record<Block['kind'], string> = {
  text: 'margin:0 0 16px',
  quote: `margin:0 0 16px;padding:8px 12px;border-left:3px solid ${FAINT}`,
  note: `margin:0 0 16px;font-size:14px;color:${FAINT}`,
  image: 'margin:0 0 16px',
  action: 'margin:0 0 16px',
}
const BUTTON = `display:inline-block;padding:10px 18px;border-radius:6px;background:${ACCENT};color:#ffffff;text-decoration:none`

function asHtml(block: Block): string {
  if (block.kind === 'image')
    return `<p style="${STYLES.image}"><img src="${escapeMarkup(block.url)}" alt="${escapeMarkup(block.text)}" style="max-width:100%"></p>`
  if (block.kind !== 'action') return `<p style="${STYLES[block.kind]}">${inHtml(block.text)}</p>`
  const url = escapeMarkup(block.url)
  return [
    `<p style="${STYLES.action}"><a href="${url}" style="${BUTTON}">${inHtml(block.label)}</a></p>`,
    `<p style="${STYLES.note}">${url}</p>`,
  ].join('\n')
}

const page = (
  context: MessageContext,
  { title, blocks, language }: { title: string; blocks: Block[]; language: string },
) => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${inHtml(title)}</title>
</head>
<body style="margin:0;padding:24px;background:#ffffff;color:${INK};font:16px/1.5 sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="${STYLES.text}">${inHtml(greeting(context))}</p>
${blocks.map(asHtml).join('\n')}
<p style="margin:24px 0 0;font-size:14px;color:${FAINT}">${inHtml(origin(context))}</p>
</div>
</body>
</html>
`
