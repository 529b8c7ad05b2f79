import { NO_VALUE, type Quantity } from '@/web/format/quantity'
import { type TextKey, t } from '@/web/i18n/text'
import { QuantityText } from './QuantityText'

/** A list of numbers with their names, styled by the parent. */
export function QuantityList({
  label,
  quantities,
  className,
}: {
  /** Accessible label of the list, if no visible heading names it. */
  label?: string
  quantities: readonly (readonly [name: TextKey, quantity: Quantity])[]
  className: string | undefined
}) {
  return (
    <dl className={className} aria-label={label}>
      {quantities.map(([name, quantity]) => (
        <div key={name} data-empty={quantity.value === NO_VALUE || undefined}>
          <dt>{t(name)}</dt>
          <dd>
            <QuantityText quantity={quantity} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
