import { lazy, Suspense } from 'react'
import classes from './Markdown.module.css'

const Rendered = lazy(async () => ({
  default: (await import('./RenderedMarkdown')).RenderedMarkdown,
}))

/** Signs of Markdown, HTML or links. A text without any of them is rendered as a plain paragraph. */
const MARKED = /[*_`#<[\]&>|~-]|\n|https?:|^\s*\d+\./

/** Reserves about the space of a text. Its source is invisible, because it may contain HTML and Markdown. */
const Placeholder = ({ text }: { text: string }) => (
  <p className={classes.loading} aria-hidden="true">
    {text}
  </p>
)

/** A user's text, rendered as Markdown. */
export function Markdown({
  text,
  withHtml = false,
  headings = 3,
}: {
  text: string
  /** Whether HTML tags are interpreted; otherwise they are displayed as text. */
  withHtml?: boolean
  /** Level of the highest heading in the text. */
  headings?: number
}) {
  if (!MARKED.test(text)) return <p className={classes.plain}>{text}</p>
  return (
    <div className={classes.text}>
      <Suspense fallback={<Placeholder text={text} />}>
        <Rendered text={text} withHtml={withHtml} headings={headings} />
      </Suspense>
    </div>
  )
}
