import { marked } from 'marked'
import sanitize from 'sanitize-html'

const LINK_REL = 'noopener noreferrer'

/** What people may write in their texts: links, line breaks, paragraphs, spans. */
const TEXT_TAGS = ['a', 'br', 'p', 'span']
/** What Markdown makes of their texts besides. */
const MARKDOWN_TAGS = [...TEXT_TAGS, 'img', 'strong', 'em']

/** HTML that is safe to show: other tags are unwrapped, unsafe addresses removed, links made harmless. */
export const sanitizeText = (html: string): string => clean(html, TEXT_TAGS)

/** Markdown as safe HTML. */
export const renderMarkdown = (text: string): string =>
  clean(marked.parse(text, { async: false }), MARKDOWN_TAGS).trim()

const clean = (html: string, allowedTags: string[]) =>
  sanitize(html, {
    allowedTags,
    allowedAttributes: { a: ['href', 'target', 'rel'], img: ['src', 'alt'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    transformTags: { a: sanitize.simpleTransform('a', { rel: LINK_REL }) },
  })

/** Text for use between tags or in attributes of XML and HTML. */
export const escapeMarkup = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (character) =>
      ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '&#39;',
  )
