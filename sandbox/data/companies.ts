import { cnpjFrom, normalizeCnpj } from '../../contract/input';
import { COMPANY_SIZES, LEGAL_NATURES, WORK_TYPES } from '../../contract/model/vocabularies';
import { hash } from '../base/random';
import { Numbering } from './numbering';
import {
	CITIES, CNAE_LABELS, CNAE_MACRO_SECTORS, COMPANY_KINDS, COMPANY_NAMES, MARKER, REVENUE_BANDS, SECTORS,
	SPECIALITIES,
} from './vocabulary'; // prettier-ignore

/** The first `id_empresa`. */
const FIRST_ID = 500_001;

/** One property of a company per number, so that properties vary independently. */
enum Salt {
	Kind = 100, Name, City, Sector, Macro, Cnae, Speciality, Size, Type, Nature, Founded, Revenue, Mei, Base, Email,
	Phone, Social,
} // prettier-ignore

/** In which of the service's two bases a company stands; only few stand in both. */
export type Base = 'registry' | 'network' | 'both';

/** Synthetic companies, made from their index each time they are asked for. */
export class Companies {
	private readonly roots: Numbering;

	constructor(
		private readonly seed: number,
		readonly count: number,
	) {
		this.roots = new Numbering(9_999_991, 7_351, seed * 31);
	}

	id = (i: number): number => FIRST_ID + i;
	indexOfId = (id: number): number | undefined => this.known(id - FIRST_ID);

	name = (i: number): string =>
		`${COMPANY_KINDS[this.pick(i, Salt.Kind, COMPANY_KINDS.length)]} ${
			COMPANY_NAMES[this.pick(i, Salt.Name, COMPANY_NAMES.length)]
		} ${i + 1} ${MARKER}`;
	legalName = (i: number): string => `${this.name(i)} LTDA`;
	domain = (i: number): string => `${this.slug(i)}.example.com`;
	slug = (i: number): string => `synthetic-company-${i + 1}`;
	socialUrl = (i: number): string => `https://social.example/company/${this.slug(i)}`;
	indexOfSocialUrl(url: string): number | undefined {
		const found = /\/company\/synthetic-company-(\d+)\/?$/i.exec(url);
		return found === null ? undefined : this.known(Number(found[1]) - 1);
	}

	/** Every tenth company has a CNPJ with letters. */
	cnpj(i: number): string {
		const root = String(this.roots.numberOf(i)).padStart(7, '0');
		return cnpjFrom(i % 10 === 7 ? `${lettered(root)}SY001` : `${root}90001`);
	}

	indexOfCnpj(cnpj: string): number | undefined {
		const plain = normalizeCnpj(cnpj);
		if (plain === undefined) return undefined;
		const index = this.known(this.roots.indexOf(Number(unlettered(plain.slice(0, 7)))));
		return index !== undefined && this.cnpj(index) === plain ? index : undefined;
	}

	city = (i: number): number => this.pick(i, Salt.City, CITIES.length);
	sector = (i: number): number => this.pick(i, Salt.Sector, SECTORS.length);
	macroSector = (i: number): number => this.pick(i, Salt.Macro, CNAE_MACRO_SECTORS.length);
	cnae = (i: number): number => this.pick(i, Salt.Cnae, CNAE_LABELS.length);
	speciality = (i: number): number => this.pick(i, Salt.Speciality, SPECIALITIES.length);
	size = (i: number): number => this.pick(i, Salt.Size, COMPANY_SIZES.length);
	type = (i: number): number => this.pick(i, Salt.Type, WORK_TYPES.length);
	nature = (i: number): number => this.pick(i, Salt.Nature, Object.keys(LEGAL_NATURES).length) + 1;
	/** Unknown for one in eight. */
	founded(i: number): number | undefined {
		const roll = hash(this.seed, i, Salt.Founded);
		return roll % 8 === 0 ? undefined : 1950 + ((roll >>> 3) % 75);
	}
	/** Unknown for one in eight. */
	revenue(i: number): number | undefined {
		const roll = hash(this.seed, i, Salt.Revenue);
		return roll % 8 === 0 ? undefined : Math.round(10 ** (4.5 + ((roll >>> 3) % 1000) / 250));
	}
	revenueBand(i: number): string {
		const revenue = this.revenue(i);
		if (revenue === undefined) return 'Não informado';
		return REVENUE_BANDS.filter(([from]) => revenue >= from).at(-1)?.[1] ?? 'Não informado';
	}

	isMei = (i: number): boolean => this.pick(i, Salt.Mei, 10) === 0;
	base(i: number): Base {
		const roll = this.pick(i, Salt.Base, 20);
		if (roll === 0) return 'both';
		return roll < 12 ? 'registry' : 'network';
	}
	hasCnpj = (i: number): boolean => this.base(i) !== 'network';
	hasEmail = (i: number): boolean => this.pick(i, Salt.Email, 10) < 7;
	hasPhone = (i: number): boolean => this.pick(i, Salt.Phone, 10) < 6;
	hasSocial = (i: number): boolean => this.base(i) !== 'registry' && this.pick(i, Salt.Social, 10) < 9;

	private pick = (i: number, salt: number, of: number): number => hash(this.seed, i, salt) % of;
	private known = (index: number): number | undefined =>
		Number.isInteger(index) && index >= 0 && index < this.count ? index : undefined;
}

/** The same root with its first digit as a letter. */
const lettered = (root: string): string => String.fromCharCode(65 + Number(root[0])) + root.slice(1);
const unlettered = (root: string): string =>
	root.replace(/^[A-J]/, (letter) => String(letter.charCodeAt(0) - 65));
