import type { ReactNode } from 'react'
import { ScrollArea } from '@/web/components/scrolling/ScrollArea'
import classes from './NumberTable.module.css'

/**
 * A table of numbers with a title, which scrolls horizontally if it is too wide; the first column contains row
 * headings.
 */
export function NumberTable({
  title,
  tools,
  above,
  headings,
  children,
}: {
  title: string
  /** Controls that choose what the table shows. */
  tools?: ReactNode
  /** Content between the title and the table. */
  above?: ReactNode
  /** Column headings: a text, or a complete header cell. */
  headings: readonly (string | { key: string; cell: ReactNode })[]
  children: ReactNode
}) {
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <h2>{title}</h2>
        {tools}
      </div>
      {above && <div className={classes.above}>{above}</div>}
      <ScrollArea label={title}>
        <table className={classes.table}>
          <thead>
            <tr>
              {headings.map((heading) =>
                typeof heading === 'string' ? (
                  <th key={heading} scope="col">
                    {heading}
                  </th>
                ) : (
                  heading.cell
                ),
              )}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </ScrollArea>
    </section>
  )
}
