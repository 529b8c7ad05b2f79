import type { Quantity } from '@/web/format/quantity'
import classes from './Figures.module.css'
import { QuantityText } from './QuantityText'

/** A row of a few large numbers with their names. */
export function Figures({
  label,
  figures,
}: {
  label: string
  figures: readonly (readonly [name: string, quantity: Quantity])[]
}) {
  return (
    <dl className={classes.figures} aria-label={label}>
      {figures.map(([name, quantity]) => (
        <div key={name} className={classes.figure}>
          <dt>{name}</dt>
          <dd>
            <QuantityText quantity={quantity} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
