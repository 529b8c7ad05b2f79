import { Link } from '@tanstack/react-router'
import { createElement, Fragment, type ReactNode } from 'react'
import type { PageNode } from '@/build/handbook/page-tree'
import { ScrollArea } from '@/web/components/scrolling/ScrollArea'
import { t } from '@/web/i18n/text'
import classes from './Handbook.module.css'

/** Scrollable areas must be operable by keyboard (WCAG 2.1.1). */
const SCROLLABLE = { tabIndex: 0 }

/** Renders the elements of a page of the handbook. */
export const PageContent = ({ nodes }: { nodes: readonly PageNode[] }) => (
  <div className={classes.text} lang="en">
    {nodes.map(draw)}
  </div>
)

function draw(node: PageNode, key: number): ReactNode {
  if (typeof node === 'string') return <Fragment key={key}>{node}</Fragment>
  const [tag, { id, href, topic, anchor }, ...nodes] = node
  if (tag === 'br') return <br key={key} />
  const children = nodes.map(draw)
  if (topic !== undefined)
    return (
      <Link key={key} to="/handbook/$topic" params={{ topic }} {...(anchor && { hash: anchor })}>
        {children}
      </Link>
    )
  if (tag === 'a')
    return (
      <a key={key} href={href} rel="noopener noreferrer">
        {children}
      </a>
    )
  if (tag === 'table')
    return (
      <ScrollArea key={key} label={t('handbook.table', { number: key + 1 })}>
        <table>{children}</table>
      </ScrollArea>
    )
  if (tag === 'pre') return <CodeBlock key={key}>{children}</CodeBlock>
  return createElement(tag, { key, ...(id && { id }) }, ...children)
}

/** Commands or a file, which scrolls if its lines are long. */
function CodeBlock({ children }: { children: ReactNode }) {
  return (
    <div className={classes.code}>
      <pre {...SCROLLABLE}>{children}</pre>
    </div>
  )
}
