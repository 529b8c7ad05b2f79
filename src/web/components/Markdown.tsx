import { lazy, Suspense } from 'react'
import classes from './Markdown.module.css'

const Rendered = lazy(async () => ({
  default: (await import('./RenderedMarkdown')).RenderedMarkdown,
}))

/** Signs of Markdown, HTML or links; a text without any is shown as it is. */
const MARKED = /[*_`#<[\]&>|~-]|\n|https?:|^\s*\d+\./

/** A text of people, with the emphasis, lists and links that Markdown gives it. */
export function Markdown({
  text,
  withHtml = false,
  headings = 3,
}: {
  text: string
  /** Whether tags are tags; where people write freely they are text. */
  withHtml?: boolean
  /** The level of the highest heading in the text. */
  headings?: number
}) {
  if (!MARKED.test(text)) return <p className={classes.plain}>{text}</p>
  return (
    <div className={classes.text}>
      <Suspense fallback={<p>{text}</p>}>
        <Rendered text={text} withHtml={withHtml} headings={headings} />
      </Suspense>
    </div>
  )
}
