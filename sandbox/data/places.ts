import { STATES } from '../../contract/model/vocabularies';
import { CITIES, MARKER } from './vocabulary';

/** The states by abbreviation, the value that is sent. */
export const STATE_NAMES: Readonly<Record<(typeof STATES)[number], string>> = {
	AC: 'Acre',
	AL: 'Alagoas',
	AM: 'Amazonas',
	AP: 'Amapá',
	BA: 'Bahia',
	CE: 'Ceará',
	DF: 'Distrito Federal',
	ES: 'Espírito Santo',
	GO: 'Goiás',
	MA: 'Maranhão',
	MG: 'Minas Gerais',
	MS: 'Mato Grosso do Sul',
	MT: 'Mato Grosso',
	PA: 'Pará',
	PB: 'Paraíba',
	PE: 'Pernambuco',
	PI: 'Piauí',
	PR: 'Paraná',
	RJ: 'Rio de Janeiro',
	RN: 'Rio Grande do Norte',
	RO: 'Rondônia',
	RR: 'Roraima',
	RS: 'Rio Grande do Sul',
	SC: 'Santa Catarina',
	SE: 'Sergipe',
	SP: 'São Paulo',
	TO: 'Tocantins',
};

/** Towns without records, so that one state has more cities than any list with a limit would show. */
const TOWNS = Array.from({ length: 60 }, (_, i) => `Vila ${MARKER} ${i + 1}, SP`);

/** All cities that the reference data knows, as the B2B endpoints write them. */
export const ALL_CITIES: readonly string[] = [...CITIES, ...TOWNS];

/** `Cidade, UF` of the B2B endpoints as prospecting writes it, `City - UF`. */
export const prospectingForm = (city: string): string => city.replace(/, (..)$/, ' - $1');

/** Every city has these neighborhoods. */
export const NEIGHBORHOODS = ['Centro', 'Boa Vista', 'Jardim América', 'Santa Cruz', 'São José', 'Vila Nova'];

/** The neighborhood of a record. */
export const neighborhoodOf = (i: number): string => NEIGHBORHOODS[i % NEIGHBORHOODS.length];
