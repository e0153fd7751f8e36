"""Lines in Chinese and Japanese, which part nothing with blanks or commas."""

import pytest

from profiles.items import KINDS
from profiles.pasting import read_lines

CHINESE_AND_JAPANESE = [
    (
        "education",
        "2011年 获蜜蜂大学养蜂学硕士学位",
        {"degree": "养蜂学硕士学位", "organisation": "蜜蜂大学", "end": "2011年"},
    ),
    (
        "education",
        "蜜蜂県立養蜂高等学校卒業 (1998.03)",
        {"degree": "卒業", "organisation": "蜜蜂県立養蜂高等学校"},
    ),
    (
        "experience",
        "2012年10月～2014年9月 蜜蜂大学 大学院工学研究科 助教（所属：養蜂学分野）",
        {"role": "助教", "organisation": "蜜蜂大学", "department": "大学院工学研究科"},
    ),
    ("service", "中国养蜂学会蜂蜜专委会委员", {"role": "委员", "body": "中国养蜂学会蜂蜜专委会"}),
    ("service", "《养蜂学报》青年编委", {"role": "青年编委", "body": "《养蜂学报》"}),
    (
        "service",
        "Bee Letters 高级会员 (2015年至今)",
        {"role": "高级会员", "body": "Bee Letters", "dates": "2015年 – present"},
    ),
    (
        "experience",
        "2012年4月-2014年3月 養蜂学会特別研究員 蜜蜂大学",
        {"role": "養蜂学会特別研究員", "organisation": "蜜蜂大学"},
    ),
    (
        "education",
        "2018-2022 蜜蜂大学 花粉学院, 北京, 博士.",
        {"degree": "博士", "department": "花粉学院", "place": "北京"},
    ),
    (
        "experience",
        "2020年4月 – 現在 室長\t国立研究開発法人 国立蜜蜂センター 養蜂研究所",
        {"role": "室長", "organisation": "国立研究開発法人 国立蜜蜂センター"},
    ),
    (
        "education",
        "2012 理学博士, 养蜂学, 蜜蜂大学, 江西-南昌\n◦ 导师: 王小蜂 教授",
        {"place": "江西-南昌", "advisor": "王小蜂 教授"},
    ),
    ("awards", "2019年 第三回蜂蜜賞 学生部門", {"name": "第三回蜂蜜賞 学生部門"}),
    ("awards", "院级，三好学生，2019", {"name": "三好学生", "note": "院级"}),
    ("awards", "2017、2019年 蜂蜜奖", {"name": "蜂蜜奖", "dates": "2017、2019年"}),
    (
        "grants",
        "2021-2023 养蜂自然科学基金（项目编号 61234567），蜜蜂的舞蹈，主要参与者",
        {
            "funder": "养蜂自然科学基金",
            "number": "61234567",
            "title": "蜜蜂的舞蹈",
            "role": "主要参与者",
        },
    ),
    (
        "grants",
        "* 蜜蜂大学青年基金项目 (**主持**)\n  * 项目名: 花粉研究\n  * 时间: 2023.04 - 2025.12",
        {"funder": "蜜蜂大学青年基金项目", "role": "主持", "title": "花粉研究"},
    ),
    (
        "grants",
        "科研費・若手研究（代表）（研究課題番号：21K54321）（2021年4月〜2024年3月）",
        {"funder": "科研費", "title": "若手研究", "role": "代表", "number": "21K54321"},
    ),
    (
        "grants",
        "蜜蜂国際財団大学院生奨学金（2018年4月〜2020年3月）",
        {"funder": "蜜蜂国際財団", "title": "大学院生奨学金"},
    ),
    (
        "grants",
        "负责人：\t《蜂群、蜂巢与舞蹈》，国家养蜂基金，2014-2016",
        {"funder": "国家养蜂基金", "title": "蜂群、蜂巢与舞蹈", "role": "负责人"},
    ),
    (
        "education",
        "2019年3月　蜜蜂大学経済学部　卒業，学士（経済学）",
        {"organisation": "蜜蜂大学", "department": "経済学部", "degree": "学士（経済学）"},
    ),
    ("grants", "养蜂基金，2016.3-2018.2，已结题，主持", {"title": "养蜂基金", "role": "主持"}),
    (
        "experience",
        "2019年4月 蜜蜂大学理学部准教授（～2023年3月）",
        {"start": "2019年4月", "end": "2023年3月", "role": "准教授", "department": "理学部"},
    ),
    (
        "experience",
        "2006年4月 蜜蜂大学助手（2008年3月まで）",
        {"start": "2006年4月", "end": "2008年3月", "role": "助手", "organisation": "蜜蜂大学"},
    ),
]


@pytest.mark.parametrize(("section", "line", "expected"), CHINESE_AND_JAPANESE)
def test_signs_tell_which_part_is_which(section, line, expected):
    (row,), _left = read_lines(KINDS[section], line)
    assert expected.items() <= row.values.items()


def test_a_body_that_still_has_a_role_is_marked():
    (row,), _left = read_lines(KINDS["service"], "蜜蜂节委员和编委")
    assert "body" in row.doubts
