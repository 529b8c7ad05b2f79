import { EMPTY, type Quantity } from '@/web/format/quantity'
import { type TextKey, t } from '@/web/i18n/text'
import { QuantityText } from './QuantityText'

/** Numbers with their names; where it stands says how it looks. */
export function QuantityList({
  label,
  quantities,
  className,
}: {
  /** What all of them are about, where that cannot be seen. */
  label?: string
  quantities: readonly (readonly [name: TextKey, quantity: Quantity])[]
  className: string | undefined
}) {
  return (
    <dl className={className} aria-label={label}>
      {quantities.map(([name, quantity]) => (
        <div key={name} data-empty={quantity.value === EMPTY || undefined}>
          <dt>{t(name)}</dt>
          <dd>
            <QuantityText quantity={quantity} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
