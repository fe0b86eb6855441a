import { cnpjFrom, normalizeCnpj } from '../../contract/input';
import { COMPANY_SIZES, LEGAL_NATURES, WORK_TYPES } from '../../contract/model/vocabularies';
import { hash } from '../base/random';
import { Numbering } from './numbering';
import { Synthetic } from './synthetic';
import * as words from './vocabulary';

/** The first `id_empresa`. */
const FIRST_ID = 500_001;

enum Salt {
	Kind = 100,
	Name,
	City,
	Sector,
	Macro,
	Cnae,
	Speciality,
	Size,
	Type,
	Nature,
	Founded,
	Revenue,
	Mei,
	Base,
	Email,
	Phone,
	Social,
}

/** In which of the service's two bases a company stands; only few stand in both. */
export type Base = 'registry' | 'network' | 'both';

export class Companies extends Synthetic {
	private readonly roots: Numbering;

	constructor(seed: number, count: number) {
		super(seed, count, FIRST_ID);
		this.roots = new Numbering(9_999_991, 7_351, seed * 31);
	}

	name = (i: number): string =>
		`${words.COMPANY_KINDS[this.pick(i, Salt.Kind, words.COMPANY_KINDS.length)]} ${
			words.COMPANY_NAMES[this.pick(i, Salt.Name, words.COMPANY_NAMES.length)]
		} ${i + 1} ${words.MARKER}`;
	legalName = (i: number): string => `${this.name(i)} LTDA`;
	domain = (i: number): string => `${this.slug(i)}.example.com`;
	slug = (i: number): string => `synthetic-company-${i + 1}`;
	socialUrl = (i: number): string => `https://social.example/company/${this.slug(i)}`;
	indexOfSocialUrl = (url: string): number | undefined =>
		this.numbered(/\/company\/synthetic-company-(\d+)\/?$/i, url);

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

	city = (i: number): number => this.pick(i, Salt.City, words.CITIES.length);
	sector = (i: number): number => this.pick(i, Salt.Sector, words.SECTORS.length);
	macroSector = (i: number): number => this.pick(i, Salt.Macro, words.CNAE_MACRO_SECTORS.length);
	cnae = (i: number): number => this.pick(i, Salt.Cnae, words.CNAE_LABELS.length);
	speciality = (i: number): number => this.pick(i, Salt.Speciality, words.SPECIALITIES.length);
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
		return words.REVENUE_BANDS.filter(([from]) => revenue >= from).at(-1)?.[1] ?? 'Não informado';
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
}

/** The same root with its first digit as a letter. */
const lettered = (root: string): string => String.fromCharCode(65 + Number(root[0])) + root.slice(1);
const unlettered = (root: string): string =>
	root.replace(/^[A-J]/, (letter) => String(letter.charCodeAt(0) - 65));
