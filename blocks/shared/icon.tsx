import {
  ArrowRight, Award, BadgeCheck, Briefcase, Building, Calendar, Car, Check, ChevronDown, Clock, CreditCard, Factory,
  FilePen, FileText, Flag, Fuel, Globe, HandHeart, Handshake, Heart, Hospital, House, IdCard, Info, Key, Landmark,
  Laptop, Mail, MapPin, Menu, Moon, Percent, Phone, Scale, Scroll, Search, ShieldCheck, Stamp, Star, Sun, Sunrise,
  Sunset, TriangleAlert, Truck, User, Users, Video, Wallet, X, Zap, type LucideIcon,
} from 'lucide-react'
import type { IconName } from '../../schema/types.gen.ts'

/** Every icon of the schema; a missing one is a compile error. */
const icons: Record<IconName, LucideIcon> = {
  'alert-triangle': TriangleAlert,
  'arrow-right': ArrowRight,
  award: Award,
  'badge-check': BadgeCheck,
  briefcase: Briefcase,
  building: Building,
  calendar: Calendar,
  car: Car,
  check: Check,
  'chevron-down': ChevronDown,
  clock: Clock,
  'credit-card': CreditCard,
  factory: Factory,
  'file-signature': FilePen,
  'file-text': FileText,
  flag: Flag,
  fuel: Fuel,
  globe: Globe,
  'hand-heart': HandHeart,
  handshake: Handshake,
  heart: Heart,
  home: House,
  hospital: Hospital,
  'id-card': IdCard,
  info: Info,
  key: Key,
  landmark: Landmark,
  laptop: Laptop,
  mail: Mail,
  'map-pin': MapPin,
  menu: Menu,
  moon: Moon,
  percent: Percent,
  phone: Phone,
  scale: Scale,
  scroll: Scroll,
  search: Search,
  'shield-check': ShieldCheck,
  stamp: Stamp,
  star: Star,
  sun: Sun,
  sunrise: Sunrise,
  sunset: Sunset,
  truck: Truck,
  user: User,
  users: Users,
  video: Video,
  wallet: Wallet,
  x: X,
  zap: Zap,
}

/** A decorative picture: the words beside it say what it means. */
export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
  const Picture = icons[name]
  return <Picture className="icon" size={size} strokeWidth={1.75} aria-hidden="true" />
}
