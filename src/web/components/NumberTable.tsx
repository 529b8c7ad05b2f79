import type { ReactNode } from 'react'
import classes from './NumberTable.module.css'
import { ScrollArea } from './ScrollArea'

/** A titled table of numbers that scrolls sideways where there is no room; the first column names its rows. */
export function NumberTable({
  title,
  tools,
  above,
  headings,
  children,
}: {
  title: string
  /** What chooses what the table shows. */
  tools?: ReactNode
  /** What stands between the title and the table. */
  above?: ReactNode
  /** Names of the columns; what is no text is given whole. */
  headings: readonly (string | { key: string; cell: ReactNode })[]
  /** The rows. */
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
