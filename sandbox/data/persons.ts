import { cpfFrom, normalizeCpf } from '../../contract/input';
import { DEPARTMENTS, SENIORITY_LEVELS } from '../../contract/model/vocabularies';
import { Numbering } from './numbering';
import { Synthetic } from './synthetic';
import { CITIES, FIRST_NAMES, LAST_NAMES, MARKER, OCCUPATION_NAMES, SKILLS } from './vocabulary';

/** The first `id_pessoa`. */
const FIRST_ID = 10_000_001;

enum Salt {
	First = 200,
	Last,
	Gender,
	Age,
	Company,
	Department,
	Seniority,
	Title,
	Skill,
	SecondSkill,
	City,
	Email,
	Phone,
	PhoneShown,
	Social,
	Past,
}

export class Persons extends Synthetic {
	private readonly cpfs: Numbering;

	constructor(
		seed: number,
		count: number,
		private readonly companyCount: number,
	) {
		super(seed, count, FIRST_ID);
		this.cpfs = new Numbering(999_999_937, 48_271, seed * 7919);
	}

	gender = (i: number): 'F' | 'M' => (this.pick(i, Salt.Gender, 2) === 0 ? 'F' : 'M');
	name(i: number): string {
		const first = FIRST_NAMES[this.gender(i)];
		return `${first[this.pick(i, Salt.First, first.length)]} ${
			LAST_NAMES[this.pick(i, Salt.Last, LAST_NAMES.length)]
		} ${MARKER}`;
	}
	age = (i: number): number => 18 + this.pick(i, Salt.Age, 60);
	cpf = (i: number): string => cpfFrom(String(this.cpfs.numberOf(i)).padStart(9, '0'));
	indexOfCpf(cpf: string): number | undefined {
		const plain = normalizeCpf(cpf);
		return plain === undefined ? undefined : this.known(this.cpfs.indexOf(Number(plain.slice(0, 9))));
	}

	email = (i: number): string => `person${i + 1}@example.com`;
	indexOfEmail = (email: string): number | undefined =>
		this.numbered(/^person(\d+)@example\.com$/i, email.trim());
	socialUrl = (i: number): string => `https://social.example/in/synthetic-person-${i + 1}`;
	indexOfSocialUrl = (url: string): number | undefined =>
		this.numbered(/\/in\/synthetic-person-(\d+)\/?$/i, url);

	company = (i: number): number => this.pick(i, Salt.Company, this.companyCount);
	department = (i: number): number => this.pick(i, Salt.Department, DEPARTMENTS.length);
	seniority = (i: number): number => this.pick(i, Salt.Seniority, SENIORITY_LEVELS.length);
	/** One of the department, by seniority. */
	title = (i: number): number => {
		const level = this.seniority(i);
		const rank = level < SENIORITY_LEVELS.length - 1 ? level : level + this.pick(i, Salt.Title, 2);
		return rank * DEPARTMENTS.length + this.department(i);
	};
	occupation = (i: number): number => this.pick(i, Salt.Title, OCCUPATION_NAMES.length);
	skill = (i: number): number => this.pick(i, Salt.Skill, SKILLS.length);
	secondSkill = (i: number): number => this.pick(i, Salt.SecondSkill, SKILLS.length);
	city = (i: number): number => this.pick(i, Salt.City, CITIES.length);
	hasEmail = (i: number): boolean => this.pick(i, Salt.Email, 10) < 7;
	hasPhone = (i: number): boolean => this.pick(i, Salt.Phone, 10) < 8;
	/** The search tells of fewer phones than enrichment brings. */
	showsPhone = (i: number): boolean => this.hasPhone(i) && this.pick(i, Salt.PhoneShown, 4) > 0;
	hasSocial = (i: number): boolean => this.pick(i, Salt.Social, 10) < 9;
	/** The role that the search shows may be one that has ended. */
	roleIsPast = (i: number): boolean => this.pick(i, Salt.Past, 8) === 0;
}
