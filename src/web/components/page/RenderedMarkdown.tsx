import { Marked } from 'marked'
import { useMemo } from 'react'
import { limitNesting } from '@/domain/reference/markdown-depth'
import { RichText } from './RichText'

const OPTIONS = { async: false, breaks: true, gfm: true } as const

/** Interprets HTML, of which the API allows only a few tags, such as links to mentioned users. */
const marked = new Marked(OPTIONS)

/** Displays HTML tags as text. */
const withoutHtml = new Marked(OPTIONS, {
  tokenizer: { html: () => undefined, tag: () => undefined },
})

/** Renders Markdown; loaded when the first text needs it. */
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
    () => (withHtml ? marked : withoutHtml).parse(limitNesting(text), { async: false }),
    [text, withHtml],
  )
  return <RichText html={html} headings={headings} />
}
