import { marked } from 'marked'
import sanitize from 'sanitize-html'

const LINK_REL = 'noopener noreferrer'

const SCHEMES = ['http', 'https', 'mailto']

/** Tags allowed in users' texts: links, line breaks, paragraphs and spans. */
const TEXT_TAGS = ['a', 'br', 'p', 'span']
/** Additional tags that Markdown produces. */
const MARKDOWN_TAGS = [...TEXT_TAGS, 'img', 'strong', 'em']

/**
 * Makes HTML safe to display: unwraps other tags, drops scripts and styles, removes unsafe URLs, makes links harmless
 * and closes open tags.
 */
export const sanitizeText = (html: string): string =>
  sanitize(html, {
    allowedTags: TEXT_TAGS,
    allowedAttributes: { a: ['href', 'target', 'rel'] },
    allowedSchemes: SCHEMES,
    nonTextTags: ['script', 'style'],
    transformTags: { a: plainLink },
  }).replaceAll('<br />', '<br>')

/** Keeps only the URL and target of a link, and adds a `rel` that protects this site. */
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

/** Returns the plain text of safe HTML. */
export const plainText = (html: string): string =>
  sanitize(html.replace(/<br ?\/?>|<\/p>/g, '\n'), { allowedTags: [] })
    .replace(/&(amp|lt|gt|quot);/g, (entity, name) => ENTITIES[name] ?? entity)
    .trim()

/** Renders Markdown as safe HTML. */
export const renderMarkdown = (text: string): string =>
  sanitize(marked.parse(text, { async: false }), {
    allowedTags: MARKDOWN_TAGS,
    allowedAttributes: { a: ['href', 'target', 'rel'], img: ['src', 'alt'] },
    allowedSchemes: SCHEMES,
    transformTags: { a: sanitize.simpleTransform('a', { rel: LINK_REL }) },
  }).trim()
