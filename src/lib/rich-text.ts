import { marked } from 'marked'
import sanitize from 'sanitize-html'

const LINK_REL = 'noopener noreferrer'

const SCHEMES = ['http', 'https', 'mailto']

/** Tags allowed in users' texts: links, line breaks, paragraphs, spans. */
const TEXT_TAGS = ['a', 'br', 'p', 'span']
/** Tags that Markdown adds. */
const MARKDOWN_TAGS = [...TEXT_TAGS, 'img', 'strong', 'em']

/**
 * HTML that is safe to show: other tags are unwrapped, scripts and styles dropped, unsafe addresses removed, links
 * made harmless, open tags closed.
 */
export const sanitizeText = (html: string): string =>
  sanitize(html, {
    allowedTags: TEXT_TAGS,
    allowedAttributes: { a: ['href', 'target', 'rel'] },
    allowedSchemes: SCHEMES,
    nonTextTags: ['script', 'style'],
    transformTags: { a: plainLink },
  }).replaceAll('<br />', '<br>')

/** A link without anything but its address and target, and with the relation that keeps this site to itself. */
function plainLink(tagName: string, { href, target }: sanitize.Attributes): sanitize.Tag {
  return {
    tagName,
    attribs: {
      ...(href !== undefined && { href }),
      ...(target !== undefined && { target }),
      rel: LINK_REL,
    },
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** The plain text of safe HTML. */
export const plainText = (html: string): string =>
  sanitize(html.replace(/<br ?\/?>|<\/p>/g, '\n'), { allowedTags: [] })
    .replace(/&(amp|lt|gt|quot);/g, (entity, name) => ENTITIES[name] ?? entity)
    .trim()

/** Markdown as safe HTML. */
export const renderMarkdown = (text: string): string =>
  sanitize(marked.parse(text, { async: false }), {
    allowedTags: MARKDOWN_TAGS,
    allowedAttributes: { a: ['href', 'target', 'rel'], img: ['src', 'alt'] },
    allowedSchemes: SCHEMES,
    transformTags: { a: sanitize.simpleTransform('a', { rel: LINK_REL }) },
  }).trim()
