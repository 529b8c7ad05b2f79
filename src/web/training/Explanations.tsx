import { HandbookLink } from '@/web/components/page/HandbookLink'
import { type TextKey, t } from '@/web/i18n/text'
import classes from './Explanations.module.css'

/** Explanation of a metric: its name, its meaning and limits, the formula and the source. */
type Explanation = { name: TextKey; text: TextKey; formula: string; source: string }

const ALLEN_COGGAN = 'H. Allen, A. Coggan: Training and Racing with a Power Meter. VeloPress'
const FRIEL = 'J. Friel: Total Heart Rate Training, 2006; The Cyclist’s Training Bible'
const BANISTER =
  'E. W. Banister: Modeling elite athletic performance. In: Physiological Testing of the High-Performance Athlete, 1991'

const EXPLANATIONS = {
  power: {
    ...{ name: 'load.byPower', text: 'load.byPowerText' },
    ...{ formula: 'TSS = h × IF² × 100', source: ALLEN_COGGAN },
  },
  pace: {
    ...{ name: 'load.byPace', text: 'load.byPaceText' },
    formula: 'rTSS = h × (v / v₀)² × 100',
    source: 'A. E. Minetti et al., J. Appl. Physiol. 93 (2002); S. McGregor: rTSS',
  },
  swim: {
    ...{ name: 'load.bySwim', text: 'load.bySwimText' },
    formula: 'sTSS = h × (v / v₀)³ × 100',
    source: 'M. Fitzgerald, S. McGregor: Calculating Swimming TSS Score. TrainingPeaks',
  },
  heart_rate: {
    ...{ name: 'load.byHeartRate', text: 'load.byHeartRateText' },
    ...{ formula: 'hrTSS = TRIMP / TRIMP(1 h, LTHR) × 100', source: BANISTER },
  },
  estimate: {
    ...{ name: 'load.estimate', text: 'load.estimateText' },
    ...{ formula: 'v = d / h, HR = const', source: `S. McGregor; ${BANISTER}` },
  },
  trimp: {
    ...{ name: 'load.trimp', text: 'load.trimpText' },
    formula: '∑ min × x × k(x), x = (HR − HR₀) / (HRmax − HR₀), k = 0.64 e^1.92x | 0.86 e^1.67x',
    source: BANISTER,
  },
  normalized: {
    ...{ name: 'load.normalized', text: 'load.normalizedText' },
    ...{ formula: 'NP = ⁴√ mean(P₃₀ₛ⁴)', source: ALLEN_COGGAN },
  },
  intensity: {
    ...{ name: 'load.intensity', text: 'load.intensityText' },
    ...{ formula: 'IF = NP / FTP', source: ALLEN_COGGAN },
  },
  variability: {
    ...{ name: 'load.variability', text: 'load.variabilityText' },
    ...{ formula: 'VI = NP / P', source: ALLEN_COGGAN },
  },
  efficiency: {
    ...{ name: 'load.efficiency', text: 'load.efficiencyText' },
    ...{ formula: 'EF = NP / HR | v / HR', source: FRIEL },
  },
  decoupling: {
    ...{ name: 'load.decoupling', text: 'load.decouplingText' },
    ...{ formula: '(EF₁ − EF₂) / EF₁', source: FRIEL },
  },
  fitness: {
    ...{ name: 'load.fitness', text: 'load.fitnessText' },
    ...{ formula: 'CTL = CTL′ + (L − CTL′) / 42', source: ALLEN_COGGAN },
  },
  fatigue: {
    ...{ name: 'load.fatigue', text: 'load.fatigueText' },
    ...{ formula: 'ATL = ATL′ + (L − ATL′) / 7', source: ALLEN_COGGAN },
  },
  form: {
    ...{ name: 'load.form', text: 'load.formText' },
    ...{ formula: 'TSB = CTL′ − ATL′', source: ALLEN_COGGAN },
  },
  ramp: {
    ...{ name: 'load.ramp', text: 'load.rampText' },
    ...{ formula: 'CTL − CTL(−7 d)', source: ALLEN_COGGAN },
  },
  zones: {
    ...{ name: 'zone.title', text: 'zone.text' },
    formula: '%HRmax | %HRR | %LTHR | %FTP',
    source: `M. J. Karvonen et al., 1957; ${FRIEL}; ${ALLEN_COGGAN}`,
  },
} as const satisfies Record<string, Explanation>

export type ExplainedMetric = keyof typeof EXPLANATIONS

/** A collapsible list that explains metrics: meaning, limits, formula and source. */
export function Explanations({ of }: { of: readonly ExplainedMetric[] }) {
  return (
    <details className={classes.details}>
      <summary>{t('load.help')}</summary>
      <dl>
        {of.map((key) => {
          const { name, text, formula, source } = EXPLANATIONS[key]
          return (
            <div key={key}>
              <dt>{t(name)}</dt>
              <dd>
                {t(text)}
                <code>{formula}</code>
                <cite>{source}</cite>
              </dd>
            </div>
          )
        })}
      </dl>
      <HandbookLink topic="training" />
    </details>
  )
}
