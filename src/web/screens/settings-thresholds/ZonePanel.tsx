import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isSwimming } from '@/reference/swimming'
import {
  refreshTraining,
  saveZoneRules,
  ZONE_KINDS,
  type ZoneRules,
  zonesQuery,
} from '@/web/api/training'
import { ErrorNote } from '@/web/components/ErrorNote'
import { NumberTable } from '@/web/components/NumberTable'
import { Panel } from '@/web/components/Panel'
import { PlainSelect, plainOptions } from '@/web/components/PlainSelect'
import { FieldPair } from '@/web/components/SaveForm'
import { SportSelect } from '@/web/components/SportSelect'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { Explanations } from '@/web/training/Explanations'
import { ZONE_KIND_NAMES, zoneName, zoneRanges } from '@/web/training/zone-text'

const MODELS = { max: 'zone.byMax', reserve: 'zone.byReserve', lthr: 'zone.byLthr' } as const
const WEIGHTINGS = { mean: 'zone.mean', men: 'zone.men', women: 'zone.women' } as const

const FORMULAS = {
  none: 'zone.energyNone',
  women: 'zone.energyWomen',
  men: 'zone.energyMen',
} as const

/** Chooses how zones of heart rate and TRIMP are made, and shows the zones of today. */
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
        <PlainSelect
          label={t('zone.model')}
          value={rules.heart_rate_model}
          disabled={saving.isPending}
          onChange={(value) => choose({ heart_rate_model: value as ZoneRules['heart_rate_model'] })}
        >
          {plainOptions(Object.entries(MODELS).map(([value, key]) => ({ value, label: t(key) })))}
        </PlainSelect>
        <PlainSelect
          label={t('zone.weighting')}
          value={rules.trimp_weighting}
          disabled={saving.isPending}
          onChange={(value) => choose({ trimp_weighting: value as ZoneRules['trimp_weighting'] })}
        >
          {plainOptions(
            Object.entries(WEIGHTINGS).map(([value, key]) => ({ value, label: t(key) })),
          )}
        </PlainSelect>
      </FieldPair>
      <PlainSelect
        label={t('zone.energy')}
        value={rules.energy_by_heart_rate}
        disabled={saving.isPending}
        onChange={(value) =>
          choose({ energy_by_heart_rate: value as ZoneRules['energy_by_heart_rate'] })
        }
      >
        {plainOptions(Object.entries(FORMULAS).map(([value, key]) => ({ value, label: t(key) })))}
      </PlainSelect>
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
    return ends ? [{ kind, ranges: zoneRanges(kind, ends, preferences, isSwimming(sport)) }] : []
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
              <th scope="row">{zoneName(kind, index, ranges.length)}</th>
              <td>{range}</td>
            </tr>
          ))}
        </NumberTable>
      ))}
    </>
  )
}
