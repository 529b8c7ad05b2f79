import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isSwimming } from '@/domain/reference/swimming'
import {
  refreshTraining,
  saveZoneRules,
  ZONE_KINDS,
  type ZoneRules,
  zonesQuery,
} from '@/web/api/workouts/training'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { FieldPair } from '@/web/components/forms/FieldPair'
import { NativeSelect, renderOptions } from '@/web/components/forms/NativeSelect'
import { SportSelect } from '@/web/components/forms/SportSelect'
import { NumberTable } from '@/web/components/numbers/NumberTable'
import { Panel } from '@/web/components/page/Panel'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { Explanations } from '@/web/training/Explanations'
import { formatZoneName, formatZoneRanges, ZONE_KIND_NAMES } from '@/web/training/zone-text'

const MODELS = { max: 'zone.byMax', reserve: 'zone.byReserve', lthr: 'zone.byLthr' } as const
const WEIGHTINGS = { mean: 'zone.mean', men: 'zone.men', women: 'zone.women' } as const

const FORMULAS = {
  none: 'zone.energyNone',
  women: 'zone.energyWomen',
  men: 'zone.energyMen',
} as const

/** Selects the methods for heart rate zones and TRIMP, and shows today's zones. */
export function ZonePanel({ rules }: { rules: ZoneRules }) {
  const client = useQueryClient()
  const saving = useMutation({
    mutationFn: saveZoneRules,
    onSuccess: () => refreshTraining(client),
  })
  const choose = (changes: Partial<ZoneRules>) => saving.mutate(changes)
  return (
    <Panel title={t('zone.today')}>
      <FieldPair>
        <NativeSelect
          label={t('zone.model')}
          value={rules.heart_rate_model}
          disabled={saving.isPending}
          onChange={(value) => choose({ heart_rate_model: value as ZoneRules['heart_rate_model'] })}
        >
          {renderOptions(Object.entries(MODELS).map(([value, key]) => ({ value, label: t(key) })))}
        </NativeSelect>
        <NativeSelect
          label={t('zone.weighting')}
          value={rules.trimp_weighting}
          disabled={saving.isPending}
          onChange={(value) => choose({ trimp_weighting: value as ZoneRules['trimp_weighting'] })}
        >
          {renderOptions(
            Object.entries(WEIGHTINGS).map(([value, key]) => ({ value, label: t(key) })),
          )}
        </NativeSelect>
      </FieldPair>
      <NativeSelect
        label={t('zone.energy')}
        value={rules.energy_by_heart_rate}
        disabled={saving.isPending}
        onChange={(value) =>
          choose({ energy_by_heart_rate: value as ZoneRules['energy_by_heart_rate'] })
        }
      >
        {renderOptions(Object.entries(FORMULAS).map(([value, key]) => ({ value, label: t(key) })))}
      </NativeSelect>
      <p>{t('zone.energyHint')}</p>
      <ErrorNote error={saving.error} />
      <ZonesOfToday />
      <Explanations of={['zones', 'trimp']} />
    </Panel>
  )
}

function ZonesOfToday() {
  const preferences = usePreferences()
  const [sport, setSport] = useState(1)
  const { data } = useQuery(zonesQuery(sport))
  const kinds = ZONE_KINDS.flatMap((kind) => {
    const ends = data?.[kind]
    return ends
      ? [{ kind, ranges: formatZoneRanges(kind, ends, preferences, isSwimming(sport)) }]
      : []
  })
  return (
    <>
      <SportSelect
        label={t('add.sport')}
        auto={null}
        value={sport}
        disabled={false}
        onChange={(chosen) => setSport(chosen ?? 1)}
      />
      {data && kinds.length === 0 && <p>{t('zone.none')}</p>}
      {kinds.map(({ kind, ranges }) => (
        <NumberTable
          key={kind}
          title={t(ZONE_KIND_NAMES[kind])}
          headings={[t('zone.zone'), t('zone.range')]}
        >
          {ranges.map((range, index) => (
            <tr key={range}>
              <th scope="row">{formatZoneName(kind, index, ranges.length)}</th>
              <td>{range}</td>
            </tr>
          ))}
        </NumberTable>
      ))}
    </>
  )
}
