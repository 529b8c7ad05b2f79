import { Marked } from 'marked'
import { useMemo } from 'react'
import { withoutDepths } from '@/reference/markdown-depth'
import { RichText } from './RichText'

const OPTIONS = { async: false, breaks: true, gfm: true } as const

/** Knows the few tags that the API lets through, such as links to those who are mentioned. */
const marked = new Marked(OPTIONS)

/** Takes tags for what they are where people write freely: text. */
const withoutHtml = new Marked(OPTIONS, {
  tokenizer: { html: () => undefined, tag: () => undefined },
})

/** Markdown as elements; loaded when the first text needs it. */
export function RenderedMarkdown({
  text,
  withHtml,
  headings,
}: {
  text: string
  withHtml: boolean
  headings: number
}) {
  const html = useMemo(
    () => (withHtml ? marked : withoutHtml).parse(withoutDepths(text), { async: false }),
    [text, withHtml],
  )
  return <RichText html={html} headings={headings} />
}
